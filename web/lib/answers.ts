/**
 * The order of all that the client knows. Each question to the server and each settled change takes the next moment; of two
 * statements about one thing, the one of the later moment holds. An answer that only reads is as old as its question: it may
 * have been read before a change that was settled in the meantime.
 */
let last = 0

/** Of what was there before this page asked for anything: embedded in the document, saved, or kept by the service worker. */
export const FIRST_MOMENT = 0

export function nextMoment(): number {
  last += 1
  return last
}

type Listener = (answer: unknown, moment: number) => void
const listeners = new Set<Listener>()

/** Calls `listener` with every answer of the API, for stores that hold what several screens show. */
export function onAnswer(listener: Listener): void {
  listeners.add(listener)
}

export function noteAnswer(answer: unknown, moment: number): void {
  for (const listener of listeners) listener(answer, moment)
}

/** Every object in an answer, at any depth. */
export function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const part of Object.values(value)) yield* objectsIn(part)
}
