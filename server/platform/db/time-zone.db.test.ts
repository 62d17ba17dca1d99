import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { changeUsers } from '#test/factories.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { findDays } from '../../domains/admin/queries.ts'
import { insertUser } from '../../domains/users/queries.ts'
import { connectionTo } from './connection-settings.ts'
import { withTransaction } from './db.ts'
import type { Engine } from './engine.ts'
import { newId } from './id.ts'
import { connectPostgres } from './postgres.ts'
import { openReplica, type Replica } from './replica/replica.ts'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))
/** Twelve hours behind UTC: its days begin at noon UTC. */
const ELSEWHERE = 'Etc/GMT+12'

let database: TestDatabase
/** Opened after the database's time zone was changed. */
let engine: Engine
let replica: Replica | undefined
beforeAll(async () => {
  database = await createTestDatabase()
  engine = database.engine
  const server = process.env.TEST_DATABASE_URL
  if (!server) return
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(engine.db)
  const url = new URL(`/${rows[0]?.name}`, server).href
  await sql`alter database ${sql.id(rows[0]?.name ?? '')} set timezone = ${sql.lit(ELSEWHERE)}`.execute(engine.db)
  engine = await connectPostgres(url)
  replica = openReplica({ url, poolSize: 1, maxLagMs: 1000, primary: engine.db })
})
afterAll(async () => {
  await replica?.close()
  if (engine !== database.engine) await engine.close()
  await database.drop()
})

const ZONE = `select current_setting('TimeZone') as zone`

test('every connection uses UTC, whatever the database’s time zone', async () => {
  const folder = await temporaryFolder()
  const snapshot = await engine.snapshot(folder.path)
  const read: unknown[] = []
  for await (const rows of snapshot.read(ZONE)) read.push(...rows)
  await snapshot.close()
  await folder.remove()
  const zones = [
    ...(await sql`${sql.raw(ZONE)}`.execute(engine.db)).rows,
    ...(await sql`${sql.raw(ZONE)}`.execute(engine.jobsDb)).rows,
    ...(await engine.executeSql(ZONE)).rows,
    ...(replica ? (await sql`${sql.raw(ZONE)}`.execute(replica.db)).rows : [{ zone: 'UTC' }]),
    ...read,
  ]
  expect(zones).toEqual(Array.from({ length: 5 }, () => ({ zone: 'UTC' })))
})

test('the first hours of the first day count in the admin statistics', async () => {
  const [first] = await findDays(engine.db, 7)
  const name = 'early'
  await withTransaction(engine.db, async (tx) => {
    const user = await insertUser(tx, {
      id: newId(),
      username: name,
      email: `${name}@example.com`,
      passwordHash: null,
      displayName: name,
      contentLanguage: 'en',
      emailVerifiedAt: new Date(),
    })
    const created_at = new Date(`${first?.day}T01:00:00Z`)
    await changeUsers(tx, user?.id ?? '', { created_at })
  })
  expect((await findDays(engine.db, 7))[0]).toMatchObject({ day: first?.day, members: 1 })
})

test('settings in the address are preserved', () => {
  const optionsOf = (url: string) => new URL(connectionTo(url).connectionString).searchParams.get('options')
  expect(optionsOf('postgres://user:p%40ss@db:5432/memes?sslmode=require')).toBe('-c TimeZone=UTC')
  expect(optionsOf('postgres://db/memes?options=-c%20work_mem%3D8MB%20-c%20TimeZone%3DEtc/GMT')).toBe(
    '-c work_mem=8MB -c TimeZone=Etc/GMT -c TimeZone=UTC',
  )
  const { connectionString } = connectionTo('postgresql:///memes?host=/var/run/postgresql')
  expect(connectionString).toMatch(/^postgresql:\/\/\/memes\?/)
  expect(new URL(connectionString).searchParams.get('host')).toBe('/var/run/postgresql')
})

test('no other server code connects to PostgreSQL', async () => {
  const names = await readdir(SERVER, { recursive: true })
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const others: string[] = []
  let connections = 0
  for (const name of sources) {
    const text = await readFile(path.join(SERVER, name), 'utf8')
    for (const [call] of text.matchAll(/new pg\.(?:Client|Pool)\(\{[^}]*\}/g)) {
      connections += 1
      if (!/\.\.\.(?:common|connectionTo\(\w+(?:\.\w+)?\))/.test(call)) others.push(`${name}: ${call}`)
    }
    if (/\bconnectionString: /.test(text) && !name.endsWith('connection-settings.ts')) others.push(name)
    if (/new (?:Client|Pool)\(|new pg\.(?:Client|Pool)\((?!\{)/.test(text)) others.push(name)
  }
  expect(others).toEqual([])
  expect(connections).toBeGreaterThanOrEqual(7)
})
