import { useEffect, useRef } from 'react'
import { LOAD_MORE_WITHIN_PX, SCROLL_DEBOUNCE_MS } from '#contract/limits.ts'

/**
 * Calls `loadMore` when scrolling stops near the bottom of the page, and again if the loaded memes did not fill the page.
 * @param length length of the list; growth triggers another check
 */
export function useLoadMore(active: boolean, length: number, loadMore: () => void): void {
  const latest = useRef(loadMore)
  useEffect(() => {
    latest.current = loadMore
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-checks when the list has grown
  useEffect(() => {
    if (!active) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const { scrollHeight } = document.documentElement
      if (scrollHeight - (window.scrollY + window.innerHeight) <= LOAD_MORE_WITHIN_PX) latest.current()
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, SCROLL_DEBOUNCE_MS)
    }
    soon()
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [active, length])
}
