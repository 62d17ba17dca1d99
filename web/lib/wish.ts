/**
 * A setting of the server that somebody taps: what is known to hold, what is wished for, and whether a request is under
 * way. However quick the taps, one request is under way at a time, and after it only the latest wish counts.
 */
export interface Wish<T> {
  confirmed: T
  wanted: T
  /** What the request under way asks for. */
  asked: { value: T } | null
}

export const settled = <T>(value: T): Wish<T> => ({ confirmed: value, wanted: value, asked: null })

export const requested = <T>(wish: Wish<T>, value: T): Wish<T> => ({ ...wish, wanted: value })

/** Whether a request has to start. */
export const isDue = <T>(wish: Wish<T>): boolean => wish.asked === null && wish.wanted !== wish.confirmed

export const isSettled = <T>(wish: Wish<T>): boolean => wish.asked === null && wish.wanted === wish.confirmed

export const started = <T>(wish: Wish<T>): Wish<T> => ({ ...wish, asked: { value: wish.wanted } })

/** The server answered that `value` holds. A wish that is newer than the request stays. */
export function confirmed<T>(wish: Wish<T>, value: T): Wish<T> {
  return { confirmed: value, wanted: isNewer(wish) ? wish.wanted : value, asked: null }
}

/** The request failed: what was confirmed holds still. A newer wish stays. */
export function reverted<T>(wish: Wish<T>): Wish<T> {
  return { ...wish, wanted: isNewer(wish) ? wish.wanted : wish.confirmed, asked: null }
}

const isNewer = <T>(wish: Wish<T>): boolean => wish.asked !== null && wish.wanted !== wish.asked.value

export interface WishCell<T> {
  get(): Wish<T>
  set(wish: Wish<T>): void
}

/**
 * Sends until the latest wish holds. Call it after each `requested`; while a request is under way it leaves the newer wish
 * to that one's end. Rejects with the failure of the last request where no newer wish followed it.
 * @param send asks the server for a value, resolves with the one that holds then
 */
export async function pursue<T>(cell: WishCell<T>, send: (value: T) => Promise<T>): Promise<void> {
  while (isDue(cell.get())) {
    cell.set(started(cell.get()))
    try {
      const held = await send(cell.get().asked?.value as T)
      cell.set(confirmed(cell.get(), held))
    } catch (error) {
      const failed = cell.get()
      cell.set(reverted(failed))
      if (!isNewer(failed)) throw error
    }
  }
}
