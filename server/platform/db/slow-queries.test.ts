import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectInMemory } from './embedded.ts'
import { createSlowQueryLog } from './slow-queries.ts'

const query = { sql: 'select\n  1' } as CompiledQuery
const at = (queryDurationMillis: number) => ({ query, queryDurationMillis })

function log(fromMs: number) {
  const lines: [unknown, string][] = []
  const clock = { now: 0 }
  const warn = (object: unknown, message: string) => lines.push([object, message])
  return { lines, clock, note: createSlowQueryLog({ fromMs, warn, now: () => clock.now }) }
}

test('logs statements above the threshold on one line, and none at 0', () => {
  const { lines, note } = log(100)
  note(at(99.9))
  note(at(100))
  expect(lines).toEqual([[{ ms: 100, statement: 'select 1' }, 'slow query']])
  const off = log(0)
  off.note(at(1e6))
  expect(off.lines).toEqual([])
})

test('logs at most thirty lines a minute, with the number of omitted ones', () => {
  const { lines, clock, note } = log(100)
  for (let count = 0; count < 50; count += 1) note(at(200))
  expect(lines).toHaveLength(30)
  clock.now = 60_000
  note(at(200))
  expect(lines.slice(30).map(([object]) => object)).toEqual([{ unsaid: 20 }, { ms: 200, statement: 'select 1' }])
})

test('the log never has a value of a statement', async () => {
  const { lines, note } = log(1)
  const engine = await connectInMemory(undefined, {
    onStatement: (event) => note({ ...event, queryDurationMillis: 5 }),
  })
  try {
    await sql`select ${'a-secret-word'}::text, ${42_424_242}::int`.execute(engine.db)
  } finally {
    await engine.close()
  }
  expect(lines).toEqual([[{ ms: 5, statement: 'select $1::text, $2::int' }, 'slow query']])
})
