import { readItem, removeItem, writeItem } from '../../lib/storage.ts'

/** True on a device that has not shown the home page, and in the tab that showed it first until the visitor closes the note. */
export const isFirstVisit = (): boolean => readItem('welcomed') === null || readItem('welcome-open') !== null

/** A reload shows the note again to visitors: the feed then has the same height, and the browser restores the scroll position. */
export function noteVisit(isMember: boolean): void {
  if (isMember) closeWelcome()
  else if (readItem('welcomed') === null) writeItem('welcome-open', 'true')
  writeItem('welcomed', 'true')
}

export const closeWelcome = (): void => removeItem('welcome-open')
