import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

/** Beyond this distance a press is a drag, not a click. */
const DRAG_FROM_PX = 5

interface Point {
  x: number
  y: number
}

/**
 * A picture that a press enlarges at that very spot, and that is then moved about by dragging, scrolling or the arrow
 * keys. `place` is the element that scrolls.
 */
export function useZoom() {
  const place = useRef<HTMLDivElement>(null)
  const [isZoomed, setZoomed] = useState(false)
  /** Of the picture, in fractions of its width and height, and of the window. */
  const spot = useRef<{ of: Point; at: Point } | null>(null)
  const drag = useRef<{ from: Point; left: number; top: number; moved: boolean } | null>(null)

  useLayoutEffect(() => {
    const element = place.current
    const picture = element?.firstElementChild
    if (!isZoomed || !element || !picture) return
    const box = picture.getBoundingClientRect()
    const view = element.getBoundingClientRect()
    const { of, at } = spot.current ?? {
      of: { x: 0.5, y: 0.5 },
      at: { x: view.left + view.width / 2, y: view.top + view.height / 2 },
    }
    element.scrollLeft += box.left + of.x * box.width - at.x
    element.scrollTop += box.top + of.y * box.height - at.y
  }, [isZoomed])

  const toggle = (at?: Point) => {
    const box = place.current?.firstElementChild?.getBoundingClientRect()
    spot.current = at && box ? { of: { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height }, at } : null
    setZoomed(!isZoomed)
  }
  return {
    place,
    isZoomed,
    toggle: () => toggle(),
    onPicture: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const element = place.current
        // Fingers scroll by themselves.
        if (!element || event.pointerType !== 'mouse' || event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        const from = { x: event.clientX, y: event.clientY }
        drag.current = { from, left: element.scrollLeft, top: element.scrollTop, moved: false }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = drag.current
        if (!held || !place.current) return
        const across = event.clientX - held.from.x
        const down = event.clientY - held.from.y
        held.moved ||= Math.hypot(across, down) > DRAG_FROM_PX
        if (!isZoomed || !held.moved) return
        place.current.scrollLeft = held.left - across
        place.current.scrollTop = held.top - down
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const held = drag.current
        drag.current = null
        if (held && !held.moved) toggle({ x: event.clientX, y: event.clientY })
      },
      onPointerCancel: () => {
        drag.current = null
      },
    },
    /** The arrow keys move the picture then, and do not leave it. */
    onKeyDown: (event: KeyboardEvent) => {
      if (isZoomed && event.key.startsWith('Arrow')) event.stopPropagation()
    },
  }
}
