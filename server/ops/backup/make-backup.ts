import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFile, syncFolder } from '#server/platform/sync-file.ts'
import { SNAPSHOT_PREFIX } from '../../platform/db/embedded.ts'
import type { Snapshot } from '../../platform/db/snapshot.ts'
import type { Deps } from '../../platform/deps.ts'
import { FILES_AT_ONCE, inParallel } from '../../platform/in-parallel.ts'
import { isMemoryLow } from '../../platform/memory-limit.ts'
import { copyPrivately } from '../data-directory/private-files.ts'
import { findFile } from './database-queries.ts'
import { HAS_JOBS, JOBS, MIGRATIONS, PICTURES, readAll, readTable, rowsOf, STAGED, TABLES } from './dump-queries.ts'
import { digestFile, readLines, writeLines } from './lines.ts'
import { lockBackup } from './lock-backup.ts'
import { listStates, type Manifest, PICTURE_LIST, publishManifest, statePath, writeWhole } from './manifest.ts'
import { type BackupPictures, backUpPicture, folderPictures, type ListedPicture } from './store-pictures.ts'

export type BackupDeps = Pick<Deps, 'config' | 'db' | 'blobs' | 'uploadStore' | 'snapshot' | 'reader'>

export interface BackupOptions {
  /** Number of states to retain, including this one. */
  keep: number
  onProgress?: (line: string) => void
  signal?: AbortSignal | undefined
  /** Storage of the pictures. Default: the backup's folder. */
  pictures?: BackupPictures
  /** Version of this code, for the manifest. */
  version: string
}

const SNAPSHOTS_MAX = 3
const PROBLEMS_MAX = 1000
const PROGRESS_EVERY = 100
export const STAGED_FOLDER = 'staged'
export const SECRET_FILE = 'auth-secret'

class Stopped extends Error {}

/**
 * Adds a state to the backup in `folder` while the site is running: all rows from one snapshot, and the pictures that the
 * backup lacks. Writes the manifest last, so that a killed backup leaves the earlier state intact.
 */
export async function makeBackup(deps: BackupDeps, folder: string, options: BackupOptions): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = lockBackup(folder)
  try {
    await removeLeftovers(deps, folder)
    for (let attempt = 1; ; attempt += 1) {
      const manifest = await tryBackup(deps, folder, options, attempt === SNAPSHOTS_MAX)
      if (manifest === 'again') continue
      if (options.signal?.aborted) throw new Stopped()
      await publishManifest(folder, manifest)
      await prune(folder, options.keep)
      return manifest
    }
  } catch (error) {
    if (error instanceof Stopped) throw new Error('stopped; the earlier states of the backup are unchanged')
    throw error
  } finally {
    lock.release()
  }
}

/** @returns 'again' if a picture was deleted after the snapshot; a later snapshot no longer references it */
async function tryBackup(deps: BackupDeps, folder: string, options: BackupOptions, isLast: boolean) {
  const createdAt = new Date()
  const state = `${createdAt.toISOString().replace(/[:.]/g, '-')}-${randomBytes(2).toString('hex')}`
  const files: Manifest['files'] = []
  const migrations = await withSnapshot(deps, async (snapshot) => {
    await dumpRows(snapshot, folder, state, files, options)
    await addFile(folder, statePath(state, PICTURE_LIST), lines(snapshot, PICTURES), files)
    await backUpStaged(deps, folder, state, snapshot, files)
    return (await readAll(snapshot, MIGRATIONS)).map(({ name }) => String(name))
  })
  await backUpSecret(deps, folder, state, files)
  const pictures = await backUpPictures(deps, folder, state, options, isLast)
  if (pictures === 'again') {
    await rm(path.join(folder, statePath(state)), { recursive: true, force: true })
    return 'again'
  }
  const { problems, ...sums } = pictures
  const engine = deps.config.databaseUrl === undefined ? ('embedded' as const) : ('postgres' as const)
  await syncFolder(path.join(folder, statePath(state)))
  return {
    format: 1 as const,
    state,
    createdAt: createdAt.toISOString(),
    version: options.version,
    engine,
    migrations,
    files,
    pictures: sums,
    problems,
  }
}

/** A snapshot of the embedded database is a second engine. If memory is low, it does not fit beside OCR. */
function withSnapshot<T>(deps: BackupDeps, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const run = async () => {
    const snapshot = await deps.snapshot()
    return work(snapshot).finally(() => snapshot.close())
  }
  return deps.reader && deps.config.databaseUrl === undefined && isMemoryLow() ? deps.reader.pauseFor(run) : run()
}

async function addFile(folder: string, file: string, blocks: AsyncIterable<string>, files: Manifest['files']) {
  files.push({ path: file, ...(await writeLines(path.join(folder, file), blocks)) })
}

async function* lines(snapshot: Snapshot, query: string): AsyncGenerator<string> {
  for await (const rows of snapshot.read(query)) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

async function dumpRows(
  snapshot: Snapshot,
  folder: string,
  state: string,
  files: Manifest['files'],
  { onProgress, signal }: BackupOptions,
): Promise<void> {
  for (const row of await readAll(snapshot, TABLES)) {
    if (signal?.aborted) throw new Stopped()
    const table = readTable(row)
    onProgress?.(`rows of ${table.name}`)
    let rows = 0
    const blocks = async function* () {
      yield `${JSON.stringify(table.columns.map(({ name }) => name))}\n`
      for await (const batch of snapshot.read(rowsOf(table))) {
        rows += batch.length
        yield batch.map(({ line }) => `${line}\n`).join('')
      }
    }
    const file = statePath(state, 'rows', `${table.name}.jsonl.gz`)
    files.push({ path: file, ...(await writeLines(path.join(folder, file), blocks())), rows })
  }
  const [jobs] = await readAll(snapshot, HAS_JOBS)
  if (jobs?.isThere !== true) return
  const blocks = async function* () {
    for await (const batch of snapshot.read(JOBS)) yield batch.map(({ line }) => `${line}\n`).join('')
  }
  await addFile(folder, statePath(state, 'jobs.jsonl.gz'), blocks(), files)
}

/**
 * Backs up received files of bulk uploads that are not memes yet. Files that became memes meanwhile are among the pictures of a
 * later state.
 */
async function backUpStaged(
  { uploadStore }: BackupDeps,
  folder: string,
  state: string,
  snapshot: Snapshot,
  files: Manifest['files'],
): Promise<void> {
  for (const { key } of await readAll(snapshot, STAGED)) {
    const source = await uploadStore.open(String(key))
    if (!source) continue
    const file = statePath(state, STAGED_FOLDER, path.basename(String(key)))
    try {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
      await copyPrivately(source.path, path.join(folder, file))
      await syncFile(path.join(folder, file))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw error
    } finally {
      await source.release()
    }
    const digest = await digestFile(path.join(folder, file))
    if (digest) files.push({ path: file, ...digest })
  }
}

/**
 * Backs up the token-signing secret; without it, members would have to sign in again. Skips a secret set by the operator, who
 * is responsible for it.
 */
async function backUpSecret({ config }: BackupDeps, folder: string, state: string, files: Manifest['files']) {
  const secret = await readFile(path.join(config.dataDir, SECRET_FILE), 'utf8').catch(() => '')
  if (secret.trim() !== config.authSecret) return
  const file = statePath(state, SECRET_FILE)
  await writeWhole(path.join(folder, file), secret)
  const digest = await digestFile(path.join(folder, file))
  if (digest) files.push({ path: file, ...digest })
}

/** Yields the pictures in a state's list. */
export async function* listPictures(
  folder: string,
  state: string,
): AsyncGenerator<ListedPicture & { isPending: boolean }> {
  for await (const line of readLines(path.join(folder, statePath(state, PICTURE_LIST)))) yield JSON.parse(line)
}

async function backUpPictures(
  deps: BackupDeps,
  folder: string,
  state: string,
  { onProgress, signal, pictures = folderPictures(folder) }: BackupOptions,
  isLast: boolean,
) {
  const sums = { count: 0, bytes: 0, problems: [] as string[] }
  let isStale = false
  let done = 0
  await inParallel(listPictures(folder, state), FILES_AT_ONCE, async (picture) => {
    if (signal?.aborted) throw new Stopped()
    if (isStale) return
    const result = await backUpPicture(deps.blobs, pictures, picture)
    done += 1
    if (done % PROGRESS_EVERY === 0) onProgress?.(`${done} pictures`)
    if (result === 'present' || result === 'copied') {
      sums.count += 1
      sums.bytes += picture.bytes
      return
    }
    // Announced but not stored yet: no meme shows it.
    if (picture.isPending) return
    if (result === 'missing' && !isLast && !(await findFile(deps.db, picture.key))) isStale = true
    else if (sums.problems.length < PROBLEMS_MAX)
      sums.problems.push(`picture ${picture.key} is ${result} in the storage`)
  })
  return isStale ? ('again' as const) : sums
}

/** Removes leftovers of killed backups: states without a manifest, and copies of the database. */
async function removeLeftovers({ config }: BackupDeps, folder: string): Promise<void> {
  for (const state of (await listStates(folder)).broken)
    await rm(path.join(folder, statePath(state)), { recursive: true, force: true })
  for (const name of await readdir(config.dataDir).catch(() => [] as string[]))
    if (name.startsWith(SNAPSHOT_PREFIX)) await rm(path.join(config.dataDir, name), { recursive: true, force: true })
}

/** Removes all but the newest states, and pictures that no remaining state references. */
async function prune(folder: string, keep: number): Promise<void> {
  const { whole } = await listStates(folder)
  for (const state of whole.slice(keep)) await rm(path.join(folder, statePath(state)), { recursive: true, force: true })
  const named = new Set<string>()
  for (const state of whole.slice(0, keep)) for await (const { key } of listPictures(folder, state)) named.add(key)
  await folderPictures(folder).removeOthers(named)
}
