import { useLayoutEffect } from 'react'

/** Warns before the tab closes while closing would lose data. */
export function useLeaveWarning(isNeeded: boolean): void {
  useLayoutEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}
