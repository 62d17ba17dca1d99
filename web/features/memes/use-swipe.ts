import { type TouchEvent, useRef } from 'react'

const FAR_ENOUGH_PX = 56

/** A horizontal swipe of one finger: to the left for the next, to the right for the previous. */
export function useSwipe(onPrevious: (() => void) | undefined, onNext: (() => void) | undefined) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      const from = start.current
      start.current = null
      // A page that is zoomed in is being moved about, not turned.
      if (!touch || !from || (window.visualViewport?.scale ?? 1) > 1) return
      const across = touch.clientX - from.x
      if (Math.abs(across) < FAR_ENOUGH_PX || Math.abs(across) < 2 * Math.abs(touch.clientY - from.y)) return
      if (across > 0) onPrevious?.()
      else onNext?.()
    },
  }
}
