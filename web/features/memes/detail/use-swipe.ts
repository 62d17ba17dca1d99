import { type TouchEvent, useRef } from 'react'

const FAR_ENOUGH_PX = 56
const FAR_ENOUGH_DOWN_PX = 110

interface SwipeTargets {
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Called when the user pulls down and nothing above can scroll. */
  onDown: () => void
}

interface Start {
  x: number
  y: number
  mayPull: boolean
}

/**
 * One-finger swipes: left for the next, right for the previous, down to close. A pulled-down picture follows the finger and snaps
 * back if it was not pulled far enough.
 */
export function useSwipe({ onPrevious, onNext, onDown }: SwipeTargets) {
  const start = useRef<Start | null>(null)
  const reset = (element: HTMLElement) => {
    start.current = null
    element.style.translate = ''
  }
  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent<HTMLElement>) => {
      const touch = touches.length === 1 ? touches[0] : undefined
      // On a zoomed picture, moving the finger pans instead.
      if (!touch || isZoomed(target)) return reset(currentTarget)
      start.current = { x: touch.clientX, y: touch.clientY, mayPull: isAtTop(target) }
    },
    onTouchMove: ({ touches, currentTarget }: TouchEvent<HTMLElement>) => {
      const touch = touches[0]
      const from = start.current
      if (!touch || !from?.mayPull) return
      const down = touch.clientY - from.y
      const isPulled = down > 0 && down > Math.abs(touch.clientX - from.x)
      currentTarget.style.translate = isPulled ? `0 ${down / 2}px` : ''
    },
    onTouchEnd: ({ changedTouches, currentTarget }: TouchEvent<HTMLElement>) => {
      const touch = changedTouches[0]
      const from = start.current
      reset(currentTarget)
      if (!touch || !from) return
      const across = touch.clientX - from.x
      const down = touch.clientY - from.y
      if (from.mayPull && down > FAR_ENOUGH_DOWN_PX && down > 2 * Math.abs(across)) return onDown()
      if (Math.abs(across) < FAR_ENOUGH_PX || Math.abs(across) < 2 * Math.abs(down)) return
      if (across > 0) onPrevious?.()
      else onNext?.()
    },
    onTouchCancel: ({ currentTarget }: TouchEvent<HTMLElement>) => reset(currentTarget),
  }
}

const isZoomed = (target: EventTarget) =>
  (window.visualViewport?.scale ?? 1) > 1 || (target instanceof Element && target.closest('[data-zoomed]') !== null)

/** Returns true if nothing up to the modal would scroll on a downward pull. */
function isAtTop(target: EventTarget): boolean {
  let element = target instanceof Element ? target : null
  while (element && element.getAttribute('role') !== 'dialog') {
    if (element.scrollTop > 0) return false
    element = element.parentElement
  }
  return true
}
