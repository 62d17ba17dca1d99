import { TOGGLE_ANIMATION_MS } from '#contract/limits.ts'
import { createKeyedStore, useKeyed } from './keyed-store.ts'
import { prefersLessMotion } from './motion.ts'
import { isSettled, pursue, requested, settled, type Wish } from './wish.ts'

/** A toggle while it moves: the screen flips to what is wished for when the animation has run, or at once on failure. */
export interface Toggle<T> {
  wish: Wish<T>
  shown: T
}

export interface Toggles<T> {
  /**
   * A tap. Rejects where the server refused and no newer tap followed; the toggle stands as before then.
   * @param held what holds as far as lists and answers say
   * @param next what the tap wishes for, given what is wished for already
   */
  press(id: string, held: T, next: (current: T) => T, send: (value: T, confirmed: T) => Promise<T>): Promise<void>
  /** Undefined while nothing moves: what lists and answers say holds then. */
  use(id: string): Toggle<T> | undefined
  get(id: string): Toggle<T> | undefined
}

/** One kind of toggle, by id, outside React: it goes on when the button that was pressed is gone. */
export function createToggles<T>(): Toggles<T> {
  const store = createKeyedStore<Toggle<T>>()
  const flips = new Map<string, ReturnType<typeof setTimeout>>()

  const flip = (id: string) => {
    clearTimeout(flips.get(id))
    flips.delete(id)
    const toggle = store.get(id)
    if (toggle) store.set(id, isSettled(toggle.wish) ? undefined : { ...toggle, shown: toggle.wish.wanted })
  }
  const setWish = (id: string, wish: Wish<T>) => {
    const toggle = store.get(id)
    if (toggle) store.set(id, { ...toggle, wish })
  }

  return {
    get: store.get,
    use: (id) => useKeyed(store, id),
    async press(id, held, next, send) {
      const toggle = store.get(id) ?? { wish: settled(held), shown: held }
      const cell = {
        get: () => store.get(id)?.wish ?? settled(held),
        set: (wish: Wish<T>) => setWish(id, wish),
      }
      store.set(id, { ...toggle, wish: requested(toggle.wish, next(toggle.wish.wanted)) })
      clearTimeout(flips.get(id))
      flips.set(
        id,
        setTimeout(() => flip(id), prefersLessMotion() ? 0 : TOGGLE_ANIMATION_MS),
      )
      try {
        await pursue(cell, (value) => send(value, cell.get().confirmed))
        if (!flips.has(id)) flip(id)
      } catch (error) {
        flip(id)
        throw error
      }
    },
  }
}
