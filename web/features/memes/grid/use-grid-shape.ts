import { type RefObject, useLayoutEffect, useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { cannotHover, type GridShape, shapeIn } from './layout.ts'

/**
 * The shape of the grid in the element's width; null until it is measured, which is before the first paint.
 * @param isShown false while an empty or failed list has no grid
 */
export function useGridShape(element: RefObject<HTMLElement | null>, isShown: boolean): GridShape | null {
  const isMember = useSession().user !== null
  const [shape, setShape] = useState<GridShape | null>(null)
  useLayoutEffect(() => {
    const container = element.current
    if (!container || !isShown) return
    const measure = () => {
      const next = shapeIn(container, isMember)
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
