import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { root } from '../../../../tools/scripts/bootstrap.mjs'
import { createDatabaseFiles, emptyDatabasePath } from './empty-database.ts'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

/** Returns files by path, except the write-ahead log, because its file names depend on the amount written. */
async function filesOf(database: string): Promise<string[]> {
  const entries = await readdir(database, { recursive: true, withFileTypes: true })
  return entries
    .map((entry) => path.relative(database, path.join(entry.parentPath, entry.name)))
    .filter((name) => !/^pg_wal.|^postmaster/.test(name))
    .toSorted()
}

test('the archive matches the installed version of PGlite: run `npm run database:empty` after an update', async () => {
  const installed = JSON.parse(
    await readFile(path.join(root, 'node_modules/@electric-sql/pglite/package.json'), 'utf8'),
  ) as { version: string }
  expect(path.basename(emptyDatabasePath)).toBe(`pglite-${installed.version}.tar.zst`)
})

test('a new database has the same files and settings as one by PGlite, for its owner only', async () => {
  const [made, wanted] = ['made', 'wanted'].map((name) => path.join(folder.path, name)) as [string, string]
  await createDatabaseFiles(made)
  const pglite = await PGlite.create({ dataDir: wanted })
  await pglite.close()
  expect(await filesOf(made)).toEqual(await filesOf(wanted))
  for (const name of ['PG_VERSION', 'postgresql.conf', 'pg_hba.conf'])
    expect(await readFile(path.join(made, name), 'utf8'), name).toBe(await readFile(path.join(wanted, name), 'utf8'))
  if (process.platform !== 'win32') {
    expect((await stat(made)).mode & 0o777).toBe(0o700)
    expect((await stat(path.join(made, 'base/1/1259'))).mode & 0o777).toBe(0o600)
  }
})

test('restarts an interrupted creation and leaves an existing database unchanged', async () => {
  const database = path.join(folder.path, 'database')
  await mkdir(`${database}.new/base`, { recursive: true })
  await writeFile(path.join(`${database}.new`, 'half'), '')
  await createDatabaseFiles(database)
  expect(await readdir(folder.path)).toEqual(['database'])
  expect(await readdir(database)).not.toContain('half')
  await writeFile(path.join(database, 'PG_VERSION'), 'mine')
  await createDatabaseFiles(database)
  expect(await readFile(path.join(database, 'PG_VERSION'), 'utf8')).toBe('mine')
})
