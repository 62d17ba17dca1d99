import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A press that moves farther than this is a drag, not a click. */
const DRAG_FROM_PX = 5

interface Point {
  x: number
  y: number
}

/**
 * Zooms a picture in at the pressed point, then pans it by dragging, scrolling or the arrow keys. `scroller` is the scrolling
 * element.
 */
export function useZoom() {
  const scroller = useRef<HTMLDivElement>(null)
  const [isZoomed, setZoomed] = useState(false)
  /** The pressed point: `of` in fractions of the picture's width and height, `at` in window coordinates. */
  const spot = useRef<{ of: Point; at: Point } | null>(null)
  const drag = useRef<{ from: Point; left: number; top: number; moved: boolean } | null>(null)

  useLayoutEffect(() => {
    const element = scroller.current
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

  useEffect(() => {
    if (!isZoomed) return
    // Capture the key before the modal does: the first Escape ends the zoom, the next one closes the modal.
    const leaveZoom = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || isAbove(event.target, scroller.current)) return
      event.preventDefault()
      event.stopPropagation()
      setZoomed(false)
    }
    window.addEventListener('keydown', leaveZoom, { capture: true })
    return () => window.removeEventListener('keydown', leaveZoom, { capture: true })
  }, [isZoomed])

  const toggle = (at?: Point) => {
    const box = scroller.current?.firstElementChild?.getBoundingClientRect()
    spot.current = at && box ? { of: { x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height }, at } : null
    setZoomed(!isZoomed)
  }
  return {
    scroller,
    isZoomed,
    toggle: () => toggle(),
    onPicture: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const element = scroller.current
        // Touch scrolls natively.
        if (!element || event.pointerType !== 'mouse' || event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        const from = { x: event.clientX, y: event.clientY }
        drag.current = { from, left: element.scrollLeft, top: element.scrollTop, moved: false }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const held = drag.current
        if (!held || !scroller.current) return
        const across = event.clientX - held.from.x
        const down = event.clientY - held.from.y
        held.moved ||= Math.hypot(across, down) > DRAG_FROM_PX
        if (!isZoomed || !held.moved) return
        scroller.current.scrollLeft = held.left - across
        scroller.current.scrollTop = held.top - down
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
    /** While zoomed, arrow keys pan the picture instead of stepping to another meme. */
    onKeyDown: (event: KeyboardEvent) => {
      if (isZoomed && event.key.startsWith('Arrow')) event.stopPropagation()
    },
  }
}

/** Returns true if a key was pressed in a menu or in another modal, which handles Escape first. */
function isAbove(target: EventTarget | null, picture: Element | null): boolean {
  if (!(target instanceof Element)) return false
  const modal = target.closest('[role="dialog"]')
  return target.closest('[role="menu"]') !== null || (modal !== null && modal !== picture?.closest('[role="dialog"]'))
}
