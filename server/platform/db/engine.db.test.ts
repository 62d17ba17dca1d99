import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'
import { type Db, withTransaction } from './db.ts'
import { migrateToLatest } from './migrate.ts'
import { notifyNodes } from './notify-queries.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const put = (key: string, value: string) => sql`insert into settings (key, value) values (${key}, ${value})`

test('JSON values are objects, alone and in arrays', async () => {
  const { rows } = await sql`select '{"a": [1, null]}'::json as one, '"text"'::jsonb as text, 'null'::jsonb as nothing,
    null::jsonb as missing, array['{"b": 2}'::jsonb, null] as several, '{"c": 3}' as plain`.execute(database.engine.db)
  expect(rows).toEqual([
    { one: { a: [1, null] }, text: 'text', nothing: null, missing: null, several: [{ b: 2 }, null], plain: '{"c": 3}' },
  ])
})

test('another request’s query never runs inside an open transaction', async () => {
  const { db } = database.engine
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const failing = withTransaction(db, async (tx) => {
    await put('inside', '1').execute(tx)
    await held
    throw new Error('rolled back')
  })
  const outside = put('outside', '1').execute(db)
  release()
  await expect(failing).rejects.toThrow('rolled back')
  await outside
  const rows = await db.selectFrom('settings').select('key').where('key', 'in', ['inside', 'outside']).execute()
  expect(rows).toEqual([{ key: 'outside' }])
})

test('a transaction without statements, or with a first statement that fails, leaves the connection outside a transaction', async () => {
  const { db } = database.engine
  expect(await withTransaction(db, async () => 1)).toBe(1)
  await expect(withTransaction(db, (tx) => sql`select 1 / 0`.execute(tx))).rejects.toMatchObject({ code: '22012' })
  await expect(
    withTransaction(db, async (tx) => {
      await sql`select 1; select 1 / 0`.execute(tx)
    }),
  ).rejects.toMatchObject({ code: '22012' })
  await put('afterwards', '1').execute(db)
  await expect(withTransaction(db, () => Promise.reject(new Error('undone')))).rejects.toThrow('undone')
  const rows = await db.selectFrom('settings').select('key').where('key', '=', 'afterwards').execute()
  expect(rows).toEqual([{ key: 'afterwards' }])
})

test('a notification reaches every listener with its payload', async () => {
  const received: string[] = []
  const listener = await database.engine.listen('test_channel', (payload) => received.push(payload))
  const { db } = database.engine
  const failing = withTransaction(db, async (tx) => {
    await notifyNodes(tx, 'test_channel', 'rolled back')
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await withTransaction(db, (tx) => notifyNodes(tx, 'test_channel', 'hello'))
  await expect.poll(() => received).toEqual(['hello'])
  await listener.close()
})

test('both engines return values in the same types', async () => {
  const id = UNKNOWN_ID
  const { rows } = await sql<Record<string, unknown>>`
    select ${['a', 'b']}::text[] as texts, ${[id]}::uuid[] as ids, 1::int as whole, 1.5::float8 as real, true as yes,
      '2026-01-02T03:04:05.678Z'::timestamptz(3) as time, '{"a":[1]}'::jsonb as json`.execute(database.engine.db)
  expect(rows[0]).toEqual({
    texts: ['a', 'b'],
    ids: [id],
    whole: 1,
    real: 1.5,
    yes: true,
    time: new Date('2026-01-02T03:04:05.678Z'),
    json: { a: [1] },
  })
})

test('a request times out sooner than a job, and both give up on a lock', async () => {
  const { kind, db, jobsDb } = database.engine
  const limits = async (of: Db) => {
    const { rows } = await sql`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock`.execute(of)
    return rows[0]
  }
  const isShared = kind === 'embedded'
  expect(await limits(db)).toEqual({ statement: '15s', lock: isShared ? '0' : '5s' })
  expect(await limits(jobsDb)).toEqual(isShared ? await limits(db) : { statement: '10min', lock: '30s' })
})

test.skipIf(database.engine.kind === 'embedded')(
  'a request waits for a connection longer than for a lock',
  async () => {
    const { db, pools } = database.engine
    const busy = Array.from({ length: pools()[0]?.most ?? 0 }, () => sql`select pg_sleep(6)`.execute(db))
    const { rows } = await sql`select 1 as one`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
    await Promise.all(busy)
  },
)

test('the pools report used connections and waiting requests', async () => {
  const { db, pools } = database.engine
  const [before] = pools()
  const most = before?.most ?? 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const busy = Array.from({ length: most + 2 }, () =>
    withTransaction(db, async (tx) => {
      await sql`select 1`.execute(tx)
      await held
    }),
  )
  await expect.poll(() => pools()[0]).toMatchObject({ pool: 'requests', inUse: most, waiting: 2 })
  release()
  await Promise.all(busy)
  expect(pools()[0]).toMatchObject({ inUse: 0, waiting: 0 })
})

test('repeated and simultaneous migrations change nothing', async () => {
  const { db } = database.engine
  expect(await Promise.all([migrateToLatest(db), migrateToLatest(db)])).toEqual([[], []])
})

test('a constraint violation has its name and SQLSTATE', async () => {
  const { db } = database.engine
  await put('twice', '1').execute(db)
  await expect(put('twice', '2').execute(db)).rejects.toMatchObject({ code: '23505', constraint: 'settings_pkey' })
})
