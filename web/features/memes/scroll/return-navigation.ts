import { readItem } from '../../../lib/storage.ts'

/** Returns true if the user arrived by reload, back or forward, and saved lists exist. */
export const hasSavedLists = (): boolean => isReturnNavigation() && readItem('lists') !== null

export function isReturnNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' || entry?.type === 'back_forward'
}
