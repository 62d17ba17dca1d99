import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJobLeases, type JobLeases } from './job-leases.ts'

const BEAT_MS = 1500

let answeringForMs: number
let statements: string[]
let held: JobLeases
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
function node(kind: 'embedded' | 'postgres', taken: string[] = []): JobLeases {
  held = createJobLeases(
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

test('a node renews its jobs until they are done', async () => {
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

test('takes over a job only after the database has answered for the full silence limit', async () => {
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

test('reports the kinds with available work', async () => {
  const onTaken = vi.fn()
  await node('postgres', ['count', 'count']).start(onTaken)
  await vi.advanceTimersByTimeAsync(BEAT_MS)
  expect(onTaken).toHaveBeenCalledExactlyOnceWith(['count'])
})

test('the embedded engine takes over all jobs at its start', async () => {
  await node('embedded').start(() => {})
  expect(statements).toEqual(['take over 0 s'])
  await vi.advanceTimersByTimeAsync(10 * BEAT_MS)
  expect(statements).toEqual(['take over 0 s'])
})
