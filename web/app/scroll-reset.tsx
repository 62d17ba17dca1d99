import { useEffect } from 'react'
import { useLocation, useNavigationType } from '../lib/router.tsx'

/**
 * Scrolls to the top and moves the focus on navigation to a new screen. Query changes (an opened meme, a search) do not affect
 * the position. Going back is left to the browser, or to screens that restore their scroll position.
 */
export function ScrollReset() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation type is only read, it does not trigger the effect
  useEffect(() => {
    if (type === 'POP' || hash) return
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  }, [pathname])
  return null
}
