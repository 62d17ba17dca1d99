import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cannotHover } from '../../../lib/pointer.ts'
import { useSession } from '../../../lib/session.ts'
import { type GridShape, shapeIn } from './layout.ts'
import { paintedGrid } from './painted-grid.ts'

/**
 * Returns the grid's shape for the element's width. Null until measured, which happens before the first paint. Available at
 * once if a grid was painted before the application started.
 * @param isShown false while an empty or failed list has no grid
 */
export function useGridShape(element: RefObject<HTMLElement | null>, isShown: boolean): GridShape | null {
  const isMember = useSession().user !== null
  const [shape, setShape] = useState<GridShape | null>(() => {
    const painted = paintedGrid()
    return painted && shapeIn(painted, isMember)
  })
  const shown = useRef(shape)
  useLayoutEffect(() => {
    shown.current = shape
  })
  useLayoutEffect(() => {
    const container = element.current
    if (!container || !isShown) return
    const measure = () => {
      const next = shapeIn(container, isMember)
      setShape((held) => (held && same(held, next) ? held : next))
    }
    // If the shape is set already, the observer measures after layout, which avoids a forced reflow.
    if (!shown.current) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(container)
    const hover = cannotHover()
    hover.addEventListener('change', measure)
    return () => {
      observer.disconnect()
      hover.removeEventListener('change', measure)
    }
  }, [element, isMember, isShown])
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
