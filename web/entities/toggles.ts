import { TOGGLE_ANIMATION_MS } from '#contract/limits.ts'
import { prefersLessMotion } from '../lib/motion.ts'
import { currentMember, onMemberChange } from '../lib/session.ts'
import { createMapStore } from '../lib/store.ts'
import { flush, isSettled, type OptimisticValue, requested, settled } from './optimistic-value.ts'

/** A toggle during its change. `shown` flips to the requested value after the animation, or at once on failure. */
export interface Toggle<T> {
  value: OptimisticValue<T>
  shown: T
  /** The value waits for a connection, and shows until the server has it. */
  isQueued?: boolean
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
  /** Renders the component again after any change. */
  useAll(): void
  get(id: string): Toggle<T> | undefined
  entries(): Iterable<[string, Toggle<T>]>
  /** Forgets a toggle, which the server has made meaningless. */
  drop(id: string): void
  /** Shows the value beyond its request, since it is queued until there is a connection. */
  queue(id: string): void
  /** Ends the queueing: the server has a value. */
  release(id: string): void
}

/**
 * Creates toggles of one kind, by id. They live outside React, so a change continues after its button unmounts. They are the
 * member's, so they end with the session.
 */
export function createToggles<T>(): Toggles<T> {
  const store = createMapStore<Toggle<T>>()
  onMemberChange(store.clear)
  const flips = new Map<string, ReturnType<typeof setTimeout>>()

  const flip = (id: string) => {
    clearTimeout(flips.get(id))
    flips.delete(id)
    const toggle = store.get(id)
    if (toggle) store.set([id, isOver(toggle) ? undefined : { ...toggle, shown: toggle.value.wanted }])
  }
  const isOver = ({ value, isQueued }: Toggle<T>) => isSettled(value) && !isQueued
  const setQueued = (id: string, isQueued: boolean) => {
    const toggle = store.get(id)
    if (!toggle) return
    const next = { ...toggle, isQueued }
    store.set([id, isOver(next) && !flips.has(id) ? undefined : next])
  }

  return {
    get: store.get,
    use: store.use,
    useAll: store.useAll,
    entries: store.entries,
    drop: (id) => store.set([id, undefined]),
    queue: (id) => setQueued(id, true),
    release: (id) => setQueued(id, false),
    async press(id, held, next, send) {
      const toggle = store.get(id) ?? { value: settled(held), shown: held }
      const member = currentMember()
      const current = () => (member === currentMember() ? store.get(id) : undefined)
      const cell = {
        get: () => current()?.value ?? settled(held),
        set(value: OptimisticValue<T>) {
          const toggle = current()
          if (toggle) store.set([id, { ...toggle, value }])
        },
      }
      store.set([id, { ...toggle, value: requested(toggle.value, next(toggle.value.wanted)) }])
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
