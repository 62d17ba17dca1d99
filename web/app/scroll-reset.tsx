import { useEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * A new screen begins at its top, and the keyboard with it. Changes of the query (an opened meme, a search) stay where
 * they are, and going back is left to the browser or to the screen that knows its own height.
 */
export function ScrollReset() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the type tells how this pathname was reached, not when to act
  useEffect(() => {
    if (type === 'POP' || hash) return
    window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  }, [pathname])
  return null
}
