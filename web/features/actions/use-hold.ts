import { type MouseEvent, type PointerEvent, useRef } from 'react'

const HOLD_MS = 500

/** Handlers for a button that does one thing when pressed and another when held. The keyboard only presses. */
export function useHold(onPress: () => void, onHold: () => void) {
  const timer = useRef(0)
  const isHeld = useRef(false)
  const end = () => clearTimeout(timer.current)
  return {
    onPointerDown: ({ button }: PointerEvent) => {
      isHeld.current = false
      end()
      if (button !== 0) return
      timer.current = window.setTimeout(() => {
        isHeld.current = true
        onHold()
      }, HOLD_MS)
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    // A held finger would open the browser's menu.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick: ({ detail }: MouseEvent) => {
      // Clicks by keyboard have no pointer before them.
      if (detail === 0 || !isHeld.current) onPress()
      isHeld.current = false
    },
  }
}
