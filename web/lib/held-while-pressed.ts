import { useState } from 'react'

/** Delay before the value updates after release: a mouse click follows at once, a touch click a little later. */
const CLICK_MS = 100

/**
 * Returns the latest value, but holds the old one while a pointer is down, so that a pressed link does not move before its click.
 * @returns the value to show, and the `pointerdown` handler for the list
 */
export function useHeldWhilePressed<T>(value: T): [T, () => void] {
  const [held, setHeld] = useState<{ value: T }>()
  const shown = held ? held.value : value
  const hold = () => {
    setHeld({ value: shown })
    const done = new AbortController()
    const release = () => {
      done.abort()
      setTimeout(() => setHeld(undefined), CLICK_MS)
    }
    for (const event of ['pointerup', 'pointercancel'])
      addEventListener(event, release, { once: true, signal: done.signal })
  }
  return [shown, hold]
}
