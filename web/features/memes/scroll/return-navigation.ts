export const SAVED_LISTS_KEY = 'lists'

/** True where the reader came by reload, back or forward, to lists that were kept for that. */
export function hasSavedLists(): boolean {
  try {
    return isReturnNavigation() && sessionStorage.getItem(SAVED_LISTS_KEY) !== null
  } catch {
    return false
  }
}

export function isReturnNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' || entry?.type === 'back_forward'
}
