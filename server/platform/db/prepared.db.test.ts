import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { withTransaction } from './db.ts'
import { arrayOf, prepared } from './prepared.ts'
import { createStatementNames } from './statement-names.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

test('a prepared statement works for all values and is parsed once per connection', async () => {
  const { db } = database.engine
  const doubled = (value: number | null) => sql<{ twice: number | null }>`${prepared} select ${value}::int * 2 as twice`
  const named = await withTransaction(db, async (tx) => {
    for (const value of [1, 2, null, 4, 5, 6, 7, 8]) {
      const [row] = (await doubled(value).execute(tx)).rows
      expect(row).toEqual({ twice: value && value * 2 })
    }
    return (
      await sql<{ plans: number }>`select generic_plans::int as plans from pg_prepared_statements
        where statement like '%int * 2 as twice'`.execute(tx)
    ).rows
  })
  // The last executions reused the plan.
  expect(named).toEqual([{ plans: expect.any(Number) }])
  expect(named[0]?.plans).toBeGreaterThan(0)
})

test('a prepared statement with arrays of any length is planned once', async () => {
  // Plans for the length of a short array are cheaper.
  const found = (keys: string[]) => sql<{ key: string }>`${prepared}
    select k.key from unnest(${arrayOf(keys, 'text')}) k (key), generate_series(1, 1000) group by k.key order by 1`
  const plans = await withTransaction(database.engine.db, async (tx) => {
    for (const keys of [['a'], ['a', 'b', 'c'], [], ['a']])
      for (let round = 0; round < 3; round += 1)
        expect((await found(keys).execute(tx)).rows.map(({ key }) => key)).toEqual(keys)
    const { rows } = await sql<{ plans: number }>`select generic_plans::int as plans from pg_prepared_statements
      where statement like '%generate_series(1, 1000) group by k.key order by 1'`.execute(tx)
    return rows[0]?.plans
  })
  expect(plans).toBeGreaterThan(5)
})

test('a failed prepared statement can run again', async () => {
  const { db } = database.engine
  const divided = (by: number) => sql<{ whole: number }>`${prepared} select 10 / ${by}::int as whole`.execute(db)
  await expect(divided(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divided(5)).rows).toEqual([{ whole: 2 }])
})

test('a prepared statement accepts and returns values of every kind', async () => {
  const { db } = database.engine
  const id = '018f0000-0000-7000-8000-00000000000a'
  const at = new Date('2026-11-23T01:02:03.456Z')
  const values = (mark: typeof prepared | ReturnType<typeof sql>) => sql`${mark}
    select ${[id]}::uuid[] as ids, ${['a"b', 'c,d', '']}::text[] as words, ${at}::timestamptz as at, ${null}::text as nothing,
      ${'Đẹp 😀\n'}::text as text, ${true}::boolean as yes, ${1.5}::float8 as part, ${{ a: [1, null] }}::jsonb as json`
  const rows = async (mark: typeof prepared | ReturnType<typeof sql>) => (await values(mark).execute(db)).rows
  expect(await rows(prepared)).toEqual(await rows(sql``))
})

test('a prepared write returns the number of changed rows and commits with its transaction', async () => {
  const { db } = database.engine
  await sql`create table marked (n int)`.execute(db)
  const add = (count: number) => sql`${prepared} insert into marked select generate_series(1, ${count}::int)`
  expect((await add(3).execute(db)).numAffectedRows).toBe(3n)
  await expect(
    withTransaction(db, async (tx) => {
      await add(4).execute(tx)
      throw new Error('taken back')
    }),
  ).rejects.toThrow('taken back')
  expect((await sql`select from marked`.execute(db)).rows).toHaveLength(3)
})

test('a prepared statement works after its table changed', async () => {
  const { db } = database.engine
  await sql`create table changing (n int)`.execute(db)
  await sql`insert into changing values (1)`.execute(db)
  const read = () => sql`${prepared} select * from changing where n > ${0}::int`.execute(db)
  expect((await read()).rows).toEqual([{ n: 1 }])
  await sql`alter table changing add column m int default 2`.execute(db)
  // A connection with the outdated plan fails once.
  await read().catch((error: unknown) => expect(error).toMatchObject({ code: '0A000' }))
  if (database.engine.kind === 'embedded') expect((await read()).rows).toEqual([{ n: 1, m: 2 }])
})

test('only statements with the mark get a name, up to two hundred', () => {
  const nameOf = createStatementNames()
  expect(nameOf('select 1')).toBeUndefined()
  const names = Array.from({ length: 250 }, (_, index) => nameOf(`/*prepared*/ select ${index}`))
  expect(new Set(names.slice(0, 200)).size).toBe(200)
  expect(names.slice(200).every((name) => name === undefined)).toBe(true)
  expect(nameOf('/*prepared*/ select 7')).toBe(names[7])
})
