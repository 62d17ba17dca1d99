import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react'
import { scrolledInto } from '../scroll/scrolled-into.ts'
import type { Layout } from './layout.ts'
import { paintedGrid } from './painted-grid.ts'
import { visibleTiles } from './visible-tiles.ts'

const NONE: readonly number[] = []

/**
 * Returns the tiles to render, updated on scroll at most once per frame. Those in view are rendered at once, and those near it in a
 * transition, which scrolling interrupts.
 */
export function useVisibleTiles(layout: Layout | null, grid: RefObject<HTMLElement | null>): readonly number[] {
  const [visible, setVisible] = useState(() => inPainted(layout))
  const isFirst = useRef(visible.length > 0)
  useLayoutEffect(() => {
    const element = grid.current
    if (!layout || !element) return setVisible(NONE)
    let frame = 0
    const look = () => {
      frame = 0
      const top = scrolledInto(element)
      const seen = visibleTiles(layout, top, window.innerHeight, [0])
      const near = visibleTiles(layout, top, window.innerHeight)
      setVisible((held) =>
        seen.every((index) => held.includes(index))
          ? held
          : near.filter((index) => held.includes(index) || seen.includes(index)),
      )
      startTransition(() => setVisible((held) => (sameTiles(held, near) ? held : near)))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    // The first tiles are set already, so check after layout to avoid a forced reflow.
    if (isFirst.current) soon()
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

/**
 * Returns only the tiles in the viewport, for a first render that replaces a painted grid. Nearby tiles follow in a transition.
 */
function inPainted(layout: Layout | null): readonly number[] {
  const painted = paintedGrid()
  return layout && painted ? visibleTiles(layout, scrolledInto(painted), window.innerHeight, [0]) : NONE
}

function sameTiles(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, nth) => index === other[nth])
}
