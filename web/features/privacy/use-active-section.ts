import { useEffect, useState } from 'react'

/** Share of the window's height, from the top. A heading above this line counts as being read. */
const READING_LINE = 0.3

/**
 * Returns the id of the section being read: the last one with its start above the reading line; at the end of the page, the
 * last one.
 */
export function useActiveSection(ids: readonly string[]): string {
  const [active, setActive] = useState(ids[0] ?? '')
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight * READING_LINE
      const begun = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line)
      const root = document.documentElement
      const isAtEnd =
        root.scrollHeight > root.clientHeight && window.scrollY + window.innerHeight >= root.scrollHeight - 2
      setActive((isAtEnd ? ids.at(-1) : begun.at(-1)) ?? ids[0] ?? '')
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [ids])
  return active
}
