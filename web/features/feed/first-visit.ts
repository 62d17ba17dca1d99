import { readItem, writeItem } from '../../lib/storage.ts'

const KEY = 'welcomed'

/** True until this device has shown the home page. */
export const isFirstVisit = (): boolean => readItem(KEY) === null

export const noteVisit = (): boolean => writeItem(KEY, 'true')
