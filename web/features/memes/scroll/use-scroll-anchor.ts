import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Meme } from '#contract/memes/memes.ts'
import { useNavigationType } from '../../../lib/router.tsx'
import type { GridShape, Layout } from '../grid/layout.ts'
import { paintedGrid } from '../grid/painted-grid.ts'
import { anchorAt, anchorOf, saveAnchor, topOfAnchor } from './scroll-anchor.ts'
import { scrolledInto } from './scrolled-into.ts'

interface ScrollAnchorOptions {
  listKey: string
  memes: readonly Meme[]
  layout: Layout | null
  grid: RefObject<HTMLElement | null>
  /** The scroll position is ignored while a modal is open. */
  paused: boolean
}

/** Restores the scroll position of a list after back, forward, reload and window resizing. */
export function useScrollAnchor({ listKey, memes, layout, grid, paused }: ScrollAnchorOptions): void {
  const came = useNavigationType()
  const settledShape = useRef<GridShape | null>(null)
  const ids = useRef<readonly string[]>([])
  const [wasPainted] = useState(() => paintedGrid() !== null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first kind of navigation counts
  useLayoutEffect(() => {
    // Start at the top for new lists, and for lists that were left at the top.
    const toTop = () => window.scrollTo({ top: 0, behavior: 'instant' })
    if (came !== 'POP' || !anchorOf(listKey)) {
      // Scrolling now would force a reflow. A painted page is at the top already, so this can wait a frame.
      if (wasPainted) requestAnimationFrame(toTop)
      else toTop()
    }
    const before = history.scrollRestoration
    history.scrollRestoration = 'manual'
    return () => {
      history.scrollRestoration = before
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind of navigation only matters for the first layout
  useLayoutEffect(() => {
    ids.current = memes.map(({ _id }) => _id)
    const element = grid.current
    if (!layout || !element || memes.length === 0) return
    const isFirst = settledShape.current === null
    const isReshaped = settledShape.current !== layout.shape
    settledShape.current = layout.shape
    if (!isReshaped || (isFirst && came !== 'POP')) return
    const anchor = anchorOf(listKey)
    const top = anchor && topOfAnchor(layout, ids.current, anchor)
    if (typeof top !== 'number') return
    const gridTop = element.getBoundingClientRect().top + window.scrollY
    window.scrollTo({ top: gridTop + top, behavior: 'instant' })
  }, [layout, memes, listKey])

  useLayoutEffect(() => {
    const element = grid.current
    if (!layout || !element || paused) return
    const note = () => {
      // At the very top there is no anchor, so that new content shows.
      saveAnchor(listKey, window.scrollY > 0 ? anchorAt(layout, ids.current, scrolledInto(element)) : null)
    }
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [layout, listKey, grid, paused])
}
