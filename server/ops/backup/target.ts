import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { describeBucket, isBucket, nameOf, openBackupBucket } from './bucket.ts'
import { lockBackup } from './lock-backup.ts'
import { type BackupDeps, type BackupOptions, listPictures, makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { type RestoreDeps, type Restored, type RestoreOptions, restoreBackup } from './restore-backup.ts'
import { type Verified, type VerifyOptions, verifyBackup } from './verify-backup.ts'

const WORK_PREFIX = 'backup-work-'
const WORK_OLD_MS = 86_400_000

/** Provides a temporary folder for a state in transit to or from a bucket; it never holds all pictures at once. */
async function inWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  for (const name of await readdir(dataDir)) {
    const left = path.join(dataDir, name)
    const isOld = async () => Date.now() - (await stat(left)).mtimeMs > WORK_OLD_MS
    if (name.startsWith(WORK_PREFIX) && (await isOld().catch(() => false)))
      await rm(left, { recursive: true, force: true })
  }
  const folder = await mkdtemp(path.join(dataDir, WORK_PREFIX))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Folders that the server cleans up, or that a backup would mix with the data of the site. */
const FOLDERS_OF_SERVER = ['', 'database', 'exports', 'media', 'outbox', 'staging']

/** Throws a one-line error for a folder of the server: the next start would delete a backup there, or take it for its own data. */
async function refuseFolderOfServer(dataDir: string, folder: string): Promise<void> {
  const real = async (name: string): Promise<string> =>
    realpath(name).catch(async () => path.join(await real(path.dirname(name)), path.basename(name)))
  const inside = path.relative(await real(path.resolve(dataDir)), await real(path.resolve(folder)))
  if (FOLDERS_OF_SERVER.includes(inside.split(path.sep)[0] ?? ''))
    throw new Error(`${folder} belongs to the server; choose a folder outside ${dataDir}`)
}

/** Like `makeBackup`, for a folder or a bucket. */
export async function backUpTo(deps: BackupDeps, target: string, options: BackupOptions): Promise<Manifest> {
  if (!isBucket(target)) {
    await refuseFolderOfServer(deps.config.dataDir, target)
    return makeBackup(deps, target, options)
  }
  const bucket = await openBackupBucket(target)
  const { dataDir } = deps.config
  const locks = path.join(dataDir, 'backup-locks', describeBucket(target).replace(/[^\w.-]+/g, '_'))
  await mkdir(locks, { recursive: true, mode: 0o700 })
  const lock = lockBackup(locks)
  try {
    await bucket.removeLeftovers()
    return await inWorkFolder(dataDir, async (folder) => {
      const pictures = bucket.pictures(folder)
      const manifest = await makeBackup(deps, folder, { ...options, pictures })
      await bucket.push(folder, manifest)
      const whole = await bucket.states()
      for (const state of whole.slice(options.keep)) await bucket.removeState(state)
      const named = new Set<string>()
      const addPictures = async (from: string, state: string) => {
        for await (const { key } of listPictures(from, state)) named.add(key)
      }
      await addPictures(folder, manifest.state)
      for (const state of whole.slice(0, options.keep).filter((one) => one !== nameOf(manifest.state)))
        await inWorkFolder(dataDir, async (other) => addPictures(other, (await bucket.pull(other, state)).state))
      await pictures.removeOthers(named)
      return manifest
    })
  } finally {
    lock.release()
  }
}

/** Like `verifyBackup`, for a folder or a bucket. */
export async function verifyAt(dataDir: string, target: string, options: VerifyOptions): Promise<Verified> {
  if (!isBucket(target)) return verifyBackup(target, options)
  const bucket = await openBackupBucket(target)
  return inWorkFolder(dataDir, async (folder) => {
    const { state } = await bucket.pull(folder, options.state)
    return verifyBackup(folder, { ...options, state, pictures: bucket.pictures(folder) })
  })
}

/** Like `restoreBackup`, for a folder or a bucket. */
export async function restoreFrom(deps: RestoreDeps, target: string, options: RestoreOptions): Promise<Restored> {
  if (!isBucket(target)) return restoreBackup(deps, target, options)
  const bucket = await openBackupBucket(target)
  return inWorkFolder(deps.config.dataDir, async (folder) => {
    const { state } = await bucket.pull(folder, options.state)
    return restoreBackup(deps, folder, { ...options, state, pictures: bucket.pictures(folder) })
  })
}
