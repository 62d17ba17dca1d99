import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeldJobs, type HeldJobs } from './held-jobs.ts'

const BEAT_MS = 1500

let answeringForMs: number
let statements: string[]
let held: HeldJobs
beforeEach(() => {
  vi.useFakeTimers()
  answeringForMs = 60_000
  statements = []
})
afterEach(() => {
  held.stop()
  vi.useRealTimers()
})

/** Returns a node that records its statements: `keep` (heartbeat) for its own jobs, `take over` for those of others. */
function node(kind: 'embedded' | 'postgres', taken: string[] = []): HeldJobs {
  held = createHeldJobs(
    {
      kind,
      answeringForMs: () => answeringForMs,
      async executeSql(text, values = []) {
        if (text.includes('to_regclass')) return { rows: [{ found: true }] }
        const isKeep = text.includes('set heartbeat_on')
        statements.push(isKeep ? `keep ${String(values[1])}` : `take over ${values[0]} s`)
        return { rows: isKeep ? [] : taken.map((name) => ({ name })) }
      },
    },
    { error: (object) => console.error(object) },
  )
  return held
}

test('a node says that it works on its jobs until they are done', async () => {
  const own = node('postgres')
  await own.start(() => {})
  const holding = own.hold({ name: 'count', id: 'a' })
  await vi.advanceTimersByTimeAsync(2 * BEAT_MS)
  expect(statements.filter((statement) => statement.startsWith('keep'))).toEqual(['keep a', 'keep a'])
  holding.done()
  statements = []
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect(statements).toEqual(['take over 6 s'])
})

test('nothing is taken over before the database has answered for as long as a job may be silent', async () => {
  const own = node('postgres')
  await own.start(() => {})
  own.hold({ name: 'count', id: 'a' })
  answeringForMs = 5000
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect(statements).toEqual(['keep a'])
  answeringForMs = 6500
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  // Own jobs come first.
  expect(statements).toEqual(['keep a', 'keep a', 'take over 6 s'])
})

test('the kinds that have work again are told', async () => {
  const told = vi.fn()
  await node('postgres', ['count', 'count']).start(told)
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect(told).toHaveBeenCalledExactlyOnceWith(['count'])
})

test('the embedded engine has one process: at its start nobody else holds anything', async () => {
  await node('embedded').start(() => {})
  expect(statements).toEqual(['take over 0 s'])
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS)
  expect(statements).toEqual(['take over 0 s'])
})
