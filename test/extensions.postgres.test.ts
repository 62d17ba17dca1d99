import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { defaultFolder, startPostgres } from '../tools/scripts/postgres.mjs'
import { runToEnd, startApp } from './app-process.ts'

const FOLDER = process.env.TEST_POSTGRES_FOLDER ?? defaultFolder
const CONTROL_FILE = 'usr/share/postgresql/17/extension/vector.control'
/** The clusters of the test PostgreSQL, and the system mounts. */
const NOT_COPIED = new Set(['srv', 'proc', 'sys'])

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

async function folderOfItsOwn(prefix: string): Promise<string> {
  const folder = await mkdtemp(prefix)
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of the test PostgreSQL, by hard links, without pgvector. */
async function postgresWithoutVector(): Promise<string> {
  const folder = await folderOfItsOwn(`${FOLDER}-without-vector-`)
  for (const name of await readdir(FOLDER)) {
    if (NOT_COPIED.has(name)) await mkdir(path.join(folder, name))
    else expect(spawnSync('cp', ['-al', path.join(FOLDER, name), folder]).status).toBe(0)
  }
  spawnSync('chmod', ['755', folder])
  await rm(path.join(folder, CONTROL_FILE))
  return folder
}

async function startOn(folder: string) {
  const cluster = await startPostgres(folder)
  cleanups.push(() => cluster.stop())
  return cluster
}

const start = async (databaseUrl: string) =>
  runToEnd({ DATA_DIR: await folderOfItsOwn(path.join(tmpdir(), 'memeroom-start-')), DATABASE_URL: databaseUrl })

test('the start fails without pgvector in one line that names it', {
  timeout: 120_000,
}, async () => {
  const cluster = await startOn(await postgresWithoutVector())
  expect(await start(cluster.url)).toEqual({
    code: 1,
    lines: [
      'Memeroom cannot start: the PostgreSQL server of DATABASE_URL does not have the extension vector: install pgvector there',
    ],
  })
})

test('an account without the right to create extensions gets a hint, and works once they exist', {
  timeout: 120_000,
}, async () => {
  const cluster = await startOn(FOLDER)
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  cleanups.push(() => admin.end())
  await admin.query('create role plain login; grant all on schema public to plain')
  const url = new URL(cluster.url)
  url.username = 'plain'
  expect(await start(url.toString())).toEqual({
    code: 1,
    lines: [
      'Memeroom cannot start: the account of DATABASE_URL may not create the extension vector: run "create extension vector" in this database as an administrator',
    ],
  })
  // Once the extension exists, the site only needs a role that owns its database.
  await admin.query(`create extension vector;
    do $$ begin execute format('alter database %I owner to plain', current_database()); end $$`)
  const app = await startApp({ DATABASE_URL: url.toString(), OCR: 'off' })
  cleanups.push(() => app.stop())
  expect((await fetch(`${app.url}/api/ready`)).status).toBe(200)
  const { rows } = await admin.query(
    "select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = 'plain'",
  )
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
})
