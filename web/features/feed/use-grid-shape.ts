import { type RefObject, useLayoutEffect, useState } from 'react'
import { type GridShape, gridShape } from './layout.ts'

/** Room for a line of name and two buttons, where there is no hovering that could show them. */
export const TOUCH_CAPTION_PX = 48

const cannotHover = () => matchMedia('(hover: none)')

/** The shape of the grid in the element's width; null until it is measured, which is before the first paint. */
export function useGridShape(element: RefObject<HTMLElement | null>): GridShape | null {
  const [shape, setShape] = useState<GridShape | null>(null)
  useLayoutEffect(() => {
    const container = element.current
    if (!container) return
    const measure = () => {
      const next = gridShape(container.clientWidth, window.innerWidth, cannotHover().matches ? TOUCH_CAPTION_PX : 0)
      setShape((held) => (held && same(held, next) ? held : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(container)
    const hover = cannotHover()
    hover.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      hover.removeEventListener('change', measure)
    }
  }, [element])
  return shape
}

function same(one: GridShape, other: GridShape): boolean {
  return (
    one.columns === other.columns &&
    one.columnWidth === other.columnWidth &&
    one.gap === other.gap &&
    one.captionHeight === other.captionHeight
  )
}
