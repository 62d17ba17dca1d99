import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react'
import { scrolledInto } from '../scroll/scrolled-into.ts'
import type { Layout } from './layout.ts'
import { paintedGrid } from './painted-grid.ts'
import { visibleTiles } from './visible-tiles.ts'

const NONE: readonly number[] = []

/** Which tiles to draw, kept in step with scrolling: at most one look a frame, a render only when the set changes. */
export function useVisibleTiles(layout: Layout | null, grid: RefObject<HTMLElement | null>): readonly number[] {
  const [visible, setVisible] = useState(() => inPainted(layout))
  const isFirst = useRef(visible.length > 0)
  useLayoutEffect(() => {
    const element = grid.current
    if (!layout || !element) return setVisible(NONE)
    let frame = 0
    const look = () => {
      frame = 0
      const next = visibleTiles(layout, scrolledInto(element), window.innerHeight)
      setVisible((held) => (sameTiles(held, next) ? held : next))
    }
    const lookAround = () => startTransition(look)
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    // What is known already is looked at when the page has been laid out anyway.
    if (isFirst.current) frame = requestAnimationFrame(lookAround)
    else look()
    isFirst.current = false
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [layout, grid])
  return visible
}

/** Those in sight, for a first render that takes the place of a painted grid; what is near follows in slices. */
function inPainted(layout: Layout | null): readonly number[] {
  const painted = paintedGrid()
  return layout && painted ? visibleTiles(layout, scrolledInto(painted), window.innerHeight, [0]) : NONE
}

function sameTiles(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, nth) => index === other[nth])
}
