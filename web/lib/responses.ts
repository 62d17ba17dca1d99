/**
 * Logical clock of the client's data. Each request and each settled change takes the next moment; of two statements about the
 * same thing, the later one wins. The response of a read has the moment of its request, since the data may have been read before
 * a change that settled meanwhile.
 */
let last = 0

/**
 * Moment of data that existed before this page sent any request: embedded in the document, saved, or cached by the service
 * worker.
 */
export const FIRST_MOMENT = 0

export function nextMoment(): number {
  last += 1
  return last
}

type Listener = (response: unknown, moment: number) => void
const listeners = new Set<Listener>()

/** Calls `listener` with every API response, for stores of data that several screens show. */
export function onResponse(listener: Listener): void {
  listeners.add(listener)
}

export function storeResponse(response: unknown, moment: number): void {
  for (const listener of listeners) listener(response, moment)
}

/** Yields every object in a response, at any depth. */
export function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const part of Object.values(value)) yield* objectsIn(part)
}
