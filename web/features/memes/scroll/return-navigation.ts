import { readItem } from '../../../lib/storage.ts'

/** True where the reader came by reload, back or forward, to lists that were kept for that. */
export const hasSavedLists = (): boolean => isReturnNavigation() && readItem('lists') !== null

export function isReturnNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' || entry?.type === 'back_forward'
}
