import { useState } from 'react'

/** A click follows its release at once; from fingers a little later. */
const CLICK_MS = 100

/**
 * The latest value, but the former one while a pointer is down: what is pressed stays where it is until it is clicked.
 * @returns the value to show, and what the list of links calls on `pointerdown`
 */
export function useHeldUnderPress<T>(value: T): [T, () => void] {
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
