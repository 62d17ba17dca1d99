import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Db, type Tx, withTransaction } from '../../platform/db/db.ts'
import { migrationNames } from '../../platform/db/migrate.ts'
import type { Deps } from '../../platform/deps.ts'
import { stagingPath } from '../../platform/images/staging.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import type { JobKind } from '../../platform/jobs/jobs.ts'
import { copyPrivately } from '../data-directory/private-files.ts'
import {
  advanceSequences,
  analyze,
  createForeignKeys,
  createIndexes,
  dropForeignKeys,
  dropIndexes,
  emptyTables,
  insertLines,
  isVacant,
  liftTimeLimits,
  listFiles,
  listTables,
  lockTables,
  rebuildSchema,
  renameStaged,
  resumeTriggers,
  runLaterMigrations,
} from './database-queries.ts'
import type { DumpedTable } from './dump-queries.ts'
import { readLines } from './lines.ts'
import { listPictures, SECRET_FILE, STAGED_FOLDER } from './make-backup.ts'
import { type Manifest, statePath } from './manifest.ts'
import { restoreSecret } from './restore-secret.ts'
import { type BackupPictures, folderPictures } from './store-pictures.ts'
import { verifyBackup } from './verify-backup.ts'

export type RestoreDeps = Pick<Deps, 'config' | 'db' | 'blobs' | 'uploadStore' | 'stagingDir' | 'jobs'>

export interface RestoreOptions {
  /** All job kinds of this version. */
  jobKinds: JobKind[]
  /** Skip damaged and missing pictures instead of rejecting the backup. */
  skipDamaged: boolean
  state?: string | undefined
  /** Storage of the pictures. Default: the backup's folder. */
  pictures?: BackupPictures | undefined
  onProgress?: (line: string) => void
  signal?: AbortSignal | undefined
}

export interface Restored {
  manifest: Manifest
  rows: number
  /** Skipped pictures. */
  broken: string[]
  /** True if the token-signing secret was replaced; the server must restart to use it. */
  hasNewSecret: boolean
}

const PICTURES_AT_ONCE = 8
const BATCH_ROWS = 500
const BATCH_CHARACTERS = 4_000_000
const PROGRESS_EVERY = 100

/**
 * Restores a backup from either engine into a site that has only demo content. Stores pictures first, then all rows in one
 * transaction, so that a killed restore leaves the site empty and can be repeated.
 * @throws a one-line error if the site is not empty, or the backup is not complete
 */
export async function restoreBackup(deps: RestoreDeps, folder: string, options: RestoreOptions): Promise<Restored> {
  await refuseInhabited(deps.db)
  const { manifest, brokenFiles, brokenPictures } = await verifyBackup(folder, options)
  if (brokenFiles.length > 0) throw new Error(`the backup cannot be restored: ${brokenFiles.join(', ')}`)
  const broken = [...brokenPictures].map(([key, how]) => `picture ${key} is ${how}`)
  if (broken.length > 0 && !options.skipDamaged)
    throw new Error(
      `${broken[0]}${broken.length > 1 ? ` (and ${broken.length - 1} more)` : ''}; --skip-damaged restores the rest`,
    )
  await refuseNewer(manifest)
  const restoredKeys = await storePictures(deps, folder, manifest, brokenPictures, options)
  if (options.signal?.aborted) throw new Error('stopped before anything was restored')
  const former = (await listFiles(deps.db)).filter((key) => !restoredKeys.has(key))
  const rows = await withTransaction(deps.db, (tx) => restoreRows(tx, folder, manifest, options))
  await restoreStaged(deps, folder, manifest)
  await withTransaction(deps.db, (tx) => restoreJobs(deps, tx, folder, manifest, options.jobKinds))
  for (const key of former) await deps.blobs.remove(key)
  await analyze(deps.db)
  const secret = manifest.files.find((file) => file.path.endsWith(`/${SECRET_FILE}`))
  const hasNewSecret = secret !== undefined && (await restoreSecret(deps.config, path.join(folder, secret.path)))
  return { manifest, rows, broken, hasNewSecret }
}

async function refuseInhabited(db: Db): Promise<void> {
  if (!(await isVacant(db)))
    throw new Error(
      'the site is not empty; restore into an empty DATA_DIR or database, or into one with the demo alone',
    )
}

async function refuseNewer({ migrations, version }: Manifest): Promise<void> {
  const known = new Set(await migrationNames())
  if (!migrations.every((name) => known.has(name)))
    throw new Error(`the backup was made by a newer version of Memeroom (${version}): use that version`)
}

async function storePictures(
  deps: RestoreDeps,
  folder: string,
  manifest: Manifest,
  broken: ReadonlyMap<string, unknown>,
  { onProgress, signal, pictures = folderPictures(folder) }: RestoreOptions,
): Promise<Set<string>> {
  const restoredKeys = new Set<string>()
  let done = 0
  await inParallel(listPictures(folder, manifest.state), PICTURES_AT_ONCE, async ({ key, bytes, mime }) => {
    restoredKeys.add(key)
    if (signal?.aborted || broken.has(key)) return
    if ((await deps.blobs.stat(key))?.size !== bytes) await storePicture(deps, pictures, key, mime)
    done += 1
    if (done % PROGRESS_EVERY === 0) onProgress?.(`${done} of ${manifest.pictures.count} pictures stored`)
  })
  return restoredKeys
}

async function storePicture(deps: RestoreDeps, pictures: BackupPictures, key: string, mime: string): Promise<void> {
  const staged = await stagingPath(deps.stagingDir, 'restored')
  try {
    // A picture can be absent from the backup: only announced, or missing when the backup was made.
    if (await pictures.copyTo(key, staged)) await deps.blobs.put(key, staged, mime)
  } finally {
    await rm(staged, { force: true })
  }
}

async function restoreRows(
  tx: Tx,
  folder: string,
  manifest: Manifest,
  { onProgress }: RestoreOptions,
): Promise<number> {
  await liftTimeLimits(tx)
  await lockTables(tx)
  // Check again: users may have joined while the pictures were stored.
  await refuseInhabited(tx)
  await emptyTables(tx)
  const isOlder = (await migrationNames()).length > manifest.migrations.length
  if (isOlder) await rebuildSchema(tx, manifest.migrations)
  const keys = await dropForeignKeys(tx)
  const indexes = await dropIndexes(tx)
  let rows = 0
  for (const table of await listTables(tx)) {
    onProgress?.(`rows of ${table.name}`)
    rows += await restoreTable(
      tx,
      path.join(folder, statePath(manifest.state, 'rows', `${table.name}.jsonl.gz`)),
      table,
    )
  }
  onProgress?.('indexes')
  await createIndexes(tx, indexes)
  await createForeignKeys(tx, keys)
  await advanceSequences(tx)
  if (isOlder) await runLaterMigrations(tx, manifest.migrations)
  await resumeTriggers(tx)
  return rows
}

async function restoreTable(tx: Tx, file: string, table: DumpedTable): Promise<number> {
  let names: string[] | undefined
  let rows = 0
  let lines: string[] = []
  let characters = 0
  const flush = async () => {
    if (names && lines.length > 0) await insertLines(tx, table, names, lines)
    rows += lines.length
    lines = []
    characters = 0
  }
  for await (const line of readLines(file)) {
    if (names === undefined) {
      names = JSON.parse(line) as string[]
      continue
    }
    lines.push(line)
    characters += line.length
    if (lines.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush()
  }
  await flush()
  return rows
}

/** Stores received files of uploads under new names for this site's storage. */
async function restoreStaged(deps: RestoreDeps, folder: string, manifest: Manifest): Promise<void> {
  const source = statePath(manifest.state, STAGED_FOLDER)
  await mkdir(deps.stagingDir, { recursive: true })
  // Only verified files.
  for (const { path: file } of manifest.files) {
    if (path.posix.dirname(file) !== source) continue
    const name = path.posix.basename(file)
    const target = path.join(deps.stagingDir, name.replace(/^staged-/, ''))
    const staged = { path: target, bytes: 0, sha256: '', type: 'png' as const }
    await withTransaction(deps.db, (tx) =>
      renameStaged(tx, name, deps.uploadStore.nameOf(staged), deps.uploadStore.shared),
    )
    await copyPrivately(path.join(folder, file), target)
    await deps.uploadStore.keep(staged)
  }
}

interface BackedUpJob {
  name: string
  data: object
  priority: number
  startAfter: string
  key: string | null
}

/** Restores pending jobs. Recurring jobs come back through their schedule. */
async function restoreJobs(deps: RestoreDeps, tx: Tx, folder: string, manifest: Manifest, kinds: JobKind[]) {
  const file = statePath(manifest.state, 'jobs.jsonl.gz')
  if (!manifest.files.some((one) => one.path === file)) return
  for await (const line of readLines(path.join(folder, file))) {
    const job: BackedUpJob = JSON.parse(line)
    const kind = kinds.find(({ name }) => name === job.name)
    if (!kind || kind.cron || !kind.schema.safeParse(job.data).success) continue
    await deps.jobs.enqueue(tx, kind, job.data, {
      priority: job.priority,
      afterSeconds: Math.max(0, Math.ceil((Date.parse(job.startAfter) - Date.now()) / 1000)),
      ...(job.key ? { key: job.key } : {}),
    })
  }
}
