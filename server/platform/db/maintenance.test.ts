import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { connectEmbedded, type EmbeddedEngine } from './embedded.ts'
import { databaseHealth } from './health.ts'
import { Maintenance } from './maintenance.ts'
import { migrateToLatest } from './migrate.ts'

let folder: TemporaryFolder
let engine: EmbeddedEngine
/** A new instance for each opening of the database. */
let maintenance: Maintenance
const errors: string[] = []
const log = { info: () => {}, error: (_: unknown, message: string) => errors.push(message) }

beforeAll(async () => {
  folder = await temporaryFolder()
  await open()
  await migrateToLatest(engine.db)
  await engine.executeSql('create table things (id int primary key, kind int not null, words text not null)')
})
afterAll(async () => {
  await close()
  await folder.remove()
  expect(errors).toEqual([])
})

async function open(dataDir = folder.path): Promise<void> {
  engine = await connectEmbedded(dataDir)
  if (!engine.background) throw new Error('the embedded engine has access for its maintenance')
  maintenance = new Maintenance(engine.background, log)
}

async function close(): Promise<void> {
  await maintenance.stop()
  await engine.close()
}

async function reopen(): Promise<void> {
  await close()
  await open()
}

const rowsOf = async (text: string) => (await engine.executeSql(text)).rows
const insert = (from: number, to: number) =>
  engine.executeSql(`insert into things select n, n % 7, repeat('word ', 20) from generate_series(${from}, ${to}) n`)
const state = async () =>
  (
    await rowsOf(`
      select c.reltuples::int as rows, pg_stat_get_dead_tuples(c.oid)::int as dead, c.relallvisible > 0 as is_visible,
        (select n_distinct from pg_stats where tablename = 'things' and attname = 'kind') as kinds
      from pg_class c where relname = 'things'`)
  )[0]
const of = (table: string, statements: string[]) => statements.filter((statement) => statement.includes(table))
/** Runs all due maintenance without waiting for idle moments. */
async function settle(): Promise<string[]> {
  const ran: string[] = []
  for (let pass = 0; pass < 5; pass += 1) {
    const more = await maintenance.pass(true)
    if (more.length === 0) return ran
    ran.push(...more)
  }
  throw new Error('maintenance never comes to an end')
}

test('tables are vacuumed and analyzed only after enough changes', async () => {
  await settle()
  expect(await state()).toMatchObject({ kinds: null })

  const both = ['vacuum (process_toast off) public.things', 'analyze public.things']
  await insert(1, 5000)
  expect(of('public.things', await settle())).toEqual(both)
  expect(await state()).toEqual({ rows: 5000, dead: 0, is_visible: true, kinds: 7 })
  expect(await settle()).toEqual([])

  await engine.executeSql('delete from things where id <= 500')
  expect(await settle()).toEqual([])
  await engine.executeSql('delete from things where id <= 1500')
  expect(of('public.things', await settle())).toEqual(both)
  expect(await state()).toEqual({ rows: 3500, dead: 0, is_visible: true, kinds: 7 })
  const report = maintenance.report()
  expect(report.due).toEqual([])
  expect(report.steps.vacuum.count).toBeGreaterThanOrEqual(2)
  expect(report.tables.find(({ name }) => name === 'public.things')).toMatchObject({ dead: 0, modified: 0 })
})

test('a restart restores the pending work', async () => {
  await maintenance.start()
  // Below the threshold of 50 plus a fifth of 3,500 rows.
  await engine.executeSql('delete from things where id between 1501 and 1800')
  await reopen()
  const { tables, due } = await maintenance.look()
  expect(tables.find(({ name }) => name === 'public.things')).toMatchObject({
    dead: 300,
    deadEntries: 300,
    modified: 300,
    isUnknown: false,
  })
  expect(due.map(({ name }) => name)).not.toContain('public.things')
  await engine.executeSql('delete from things where id between 1801 and 2300')
  expect(of('public.things', await settle())).toHaveLength(2)
})

test('after an unclean end every table with rows is due', async () => {
  await reopen()
  await maintenance.start()
  await engine.executeSql('delete from things where id <= 2400')
  // The state after a killed process.
  const left = await temporaryFolder()
  await cp(folder.path, left.path, { recursive: true })
  await close()

  await open(left.path)
  const ran = await settle()
  expect(of('public.things', ran)).toHaveLength(2)
  expect(of('public.schema_migrations', ran)).not.toEqual([])
  expect(await state()).toMatchObject({ rows: 2600, dead: 0 })
  expect(await settle()).toEqual([])
  await close()
  await left.remove()
  await open()
})

test('runs by itself, never inside an open transaction, and stops on request', async () => {
  await settle()
  await insert(10_001, 20_000)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const transaction = engine.db.transaction().execute(async (tx) => {
    await tx.insertInto('settings').values({ key: 'held', value: '1' }).execute()
    begun()
    await held
    // VACUUM inside a transaction fails, and would fail this statement too.
    return tx.selectFrom('settings').select('value').where('key', '=', 'held').executeTakeFirst()
  })
  await hasBegun
  const started = maintenance.start()
  release()
  expect(await transaction).toEqual({ value: '1' })
  await started
  await expect.poll(async () => (await state())?.rows, { timeout: 20_000 }).toBeGreaterThan(10_000)

  await maintenance.stop()
  await insert(20_001, 40_000)
  expect(await maintenance.pass()).toEqual([])
  await engine.close()
  await open()
})

test('a table with an indexed expression is analyzed once, and its row count stays right after many vacuums', async () => {
  await engine.executeSql('create table sums (id int primary key, a int, filler text)')
  await engine.executeSql('create index sums_twice on sums ((a * 2))')
  await engine.executeSql(`insert into sums select n, n, repeat('x', 200) from generate_series(1, 2000) n`)
  expect(of('public.sums', await settle())).toEqual([
    'vacuum (process_toast off) public.sums',
    'analyze public.sums (id, a, filler)',
  ])
  for (let round = 0; round < 4; round += 1) {
    await engine.executeSql('update sums set a = a + 1 where id % 3 = 0')
    await settle()
    const [row] = await rowsOf(`select reltuples::int as rows from pg_class where relname = 'sums'`)
    expect(row).toEqual({ rows: 2000 })
  }
})

test('the write-ahead log does not grow without limit', async () => {
  await settle()
  for (let round = 0; round < 6; round += 1) {
    await engine.executeSql(`update things set words = repeat('other ', ${20 + round})`)
    await maintenance.checkpoint(true)
    await settle()
  }
  expect(maintenance.report().steps.checkpoint.count).toBeGreaterThan(2)
  const files = await readdir(path.join(folder.path, 'database', 'pg_wal'))
  expect(files.filter((name) => /^[0-9A-F]{24}$/.test(name)).length).toBeLessThanOrEqual(6)
})

test('a graph with many dead entries is rebuilt at the start, and never vacuumed during requests', async () => {
  await engine.executeSql('create table looks (id int primary key, look vector(8))')
  await engine.executeSql('create index looks_by_look on looks using hnsw (look vector_l2_ops)')
  await engine.executeSql(
    `insert into looks select n, array[n, n % 3, n % 5, 1, 2, 3, 4, 5]::vector from generate_series(1, 800) n`,
  )
  await settle()
  await engine.executeSql('delete from looks where id % 2 = 0')
  const [first] = of('public.looks', await settle())
  expect(first).toContain('index_cleanup off')
  expect(maintenance.report().due).toEqual([])
  expect(await maintenance.tablesToRebuild()).toMatchObject([
    { table: { name: 'public.looks', deadEntries: 400 }, graphs: ['looks_by_look'] },
  ])
  expect((await databaseHealth(engine, maintenance)).problems).toEqual([
    'looks_by_look: 400 dead entries with 400 rows. Restart the server at a quiet hour; it then rebuilds the index.',
  ])

  await reopen()
  await maintenance.start()
  expect(maintenance.report().steps.rebuild.count).toBe(1)
  const { facts, problems } = await databaseHealth(engine, maintenance)
  expect(problems).toEqual([])
  expect(facts).toEqual([
    expect.stringMatching(/^PostgreSQL 18\.\d+, embedded: \d+ MB, write-ahead log \d+ MB$/),
    expect.stringMatching(/^Tables: [\d,]+ dead rows, [\d,]+ changed since analyze$/),
    expect.stringMatching(/^Maintenance: running, last at 20.*Z, longest statement \d+ ms \(.+\), \d+ tables due$/),
  ])
  await reopen()
  expect(await maintenance.tablesToRebuild()).toEqual([])
  const [nearest] = await rowsOf(`select id from looks order by look <-> '[7,1,2,1,2,3,4,5]' limit 1`)
  expect(nearest).toEqual({ id: 7 })
})
