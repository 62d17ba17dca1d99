import { TOGGLE_ANIMATION_MS } from '#contract/limits.ts'
import { createKeyedStore, useKeyed } from './keyed-store.ts'
import { prefersLessMotion } from './motion.ts'
import { flush, isSettled, type OptimisticValue, requested, settled } from './optimistic-value.ts'

/** A toggle during its change. `shown` flips to the requested value after the animation, or at once on failure. */
export interface Toggle<T> {
  value: OptimisticValue<T>
  shown: T
}

export interface Toggles<T> {
  /**
   * Handles a tap. Rejects if the server refused and no newer tap followed; the toggle then shows its former value.
   * @param held the value according to lists and responses
   * @param next returns the value that the tap requests, given the currently requested one
   */
  press(id: string, held: T, next: (current: T) => T, send: (value: T, confirmed: T) => Promise<T>): Promise<void>
  /** Undefined at rest: lists and responses then hold the value. */
  use(id: string): Toggle<T> | undefined
  get(id: string): Toggle<T> | undefined
}

/** Creates toggles of one kind, by id. They live outside React, so a change continues after its button unmounts. */
export function createToggles<T>(): Toggles<T> {
  const store = createKeyedStore<Toggle<T>>()
  const flips = new Map<string, ReturnType<typeof setTimeout>>()

  const flip = (id: string) => {
    clearTimeout(flips.get(id))
    flips.delete(id)
    const toggle = store.get(id)
    if (toggle) store.set(id, isSettled(toggle.value) ? undefined : { ...toggle, shown: toggle.value.wanted })
  }
  const setValue = (id: string, value: OptimisticValue<T>) => {
    const toggle = store.get(id)
    if (toggle) store.set(id, { ...toggle, value })
  }

  return {
    get: store.get,
    use: (id) => useKeyed(store, id),
    async press(id, held, next, send) {
      const toggle = store.get(id) ?? { value: settled(held), shown: held }
      const cell = {
        get: () => store.get(id)?.value ?? settled(held),
        set: (value: OptimisticValue<T>) => setValue(id, value),
      }
      store.set(id, { ...toggle, value: requested(toggle.value, next(toggle.value.wanted)) })
      clearTimeout(flips.get(id))
      flips.set(
        id,
        setTimeout(() => flip(id), prefersLessMotion() ? 0 : TOGGLE_ANIMATION_MS),
      )
      try {
        await flush(cell, (value) => send(value, cell.get().confirmed))
        if (!flips.has(id)) flip(id)
      } catch (error) {
        flip(id)
        throw error
      }
    },
  }
}
