export const KEPT_LISTS_KEY = 'lists'

/** True where the reader came by reload, back or forward, to lists that were kept for that. */
export function comesBackToLists(): boolean {
  try {
    return cameBack() && sessionStorage.getItem(KEPT_LISTS_KEY) !== null
  } catch {
    return false
  }
}

export function cameBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'reload' || entry?.type === 'back_forward'
}
