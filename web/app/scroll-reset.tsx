import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Scrolls and focuses a new screen at its top. Query changes (an opened meme, a search) keep the position; going back is left
 * to the browser or to screens that restore their scroll position.
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
