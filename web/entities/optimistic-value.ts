/**
 * An optimistic value: the confirmed value, the wanted value, and the pending request. At most one request is pending; when it
 * ends, only the latest wanted value is sent.
 */
export interface OptimisticValue<T> {
  confirmed: T
  wanted: T
  /** The value sent by the pending request. */
  sent: { value: T } | null
}

export const settled = <T>(value: T): OptimisticValue<T> => ({ confirmed: value, wanted: value, sent: null })

export const requested = <T>(state: OptimisticValue<T>, value: T): OptimisticValue<T> => ({ ...state, wanted: value })

/** Returns true if a new request must start. */
export const needsRequest = <T>(state: OptimisticValue<T>): boolean =>
  state.sent === null && state.wanted !== state.confirmed

export const isSettled = <T>(state: OptimisticValue<T>): boolean =>
  state.sent === null && state.wanted === state.confirmed

export const started = <T>(state: OptimisticValue<T>): OptimisticValue<T> => ({
  ...state,
  sent: { value: state.wanted },
})

/** Applies a value that the server confirmed. A value requested since then stays. */
export function confirmed<T>(state: OptimisticValue<T>, value: T): OptimisticValue<T> {
  return { confirmed: value, wanted: isNewer(state) ? state.wanted : value, sent: null }
}

/** Reverts to the confirmed value after a failure. A value requested since then stays. */
export function reverted<T>(state: OptimisticValue<T>): OptimisticValue<T> {
  return { ...state, wanted: isNewer(state) ? state.wanted : state.confirmed, sent: null }
}

const isNewer = <T>(state: OptimisticValue<T>): boolean => state.sent !== null && state.wanted !== state.sent.value

export interface OptimisticCell<T> {
  get(): OptimisticValue<T>
  set(state: OptimisticValue<T>): void
}

/**
 * Sends requests until the latest value is confirmed. Call it after each `requested`. While a request is pending, the newer value
 * is sent when it ends. Rejects with the error of the last request, unless a newer value followed it.
 * @param send requests a value from the server and resolves with the confirmed one
 */
export async function flush<T>(cell: OptimisticCell<T>, send: (value: T) => Promise<T>): Promise<void> {
  while (needsRequest(cell.get())) {
    cell.set(started(cell.get()))
    try {
      const held = await send(cell.get().sent?.value as T)
      cell.set(confirmed(cell.get(), held))
    } catch (error) {
      const failed = cell.get()
      cell.set(reverted(failed))
      if (!isNewer(failed)) throw error
    }
  }
}
