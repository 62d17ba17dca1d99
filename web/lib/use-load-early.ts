import { useEffect } from 'react'

// A browser also reports `pointerover` if the page appears below a pointer that rests.
const SIGNS = ['pointermove', 'touchstart', 'focusin'] as const

/**
 * Loads a part that the person may open, once they move the pointer, touch the page, or move the focus. Ignores failures, since
 * the part itself shows them.
 * @param load must not change
 */
export function useLoadEarly(load: () => Promise<unknown>): void {
  useEffect(() => {
    const start = () => void load().catch(() => undefined)
    for (const sign of SIGNS) document.addEventListener(sign, start, { once: true, passive: true })
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, start)
    }
  }, [load])
}
