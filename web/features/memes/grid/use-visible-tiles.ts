import { type RefObject, useLayoutEffect, useState } from 'react'
import { scrolledInto } from '../scroll/scrolled-into.ts'
import type { Layout } from './layout.ts'
import { visibleTiles } from './visible-tiles.ts'

const NONE: readonly number[] = []

/** Which tiles to draw, kept in step with scrolling: at most one look a frame, a render only when the set changes. */
export function useVisibleTiles(layout: Layout | null, grid: RefObject<HTMLElement | null>): readonly number[] {
  const [visible, setVisible] = useState(NONE)
  useLayoutEffect(() => {
    const element = grid.current
    if (!layout || !element) return setVisible(NONE)
    let frame = 0
    const look = () => {
      frame = 0
      const next = visibleTiles(layout, scrolledInto(element), window.innerHeight)
      setVisible((held) => (sameTiles(held, next) ? held : next))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
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

function sameTiles(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((index, nth) => index === other[nth])
}
