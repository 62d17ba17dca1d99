import { chmod, copyFile, lstat, opendir, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Permission bits of group and others. */
const FOR_OTHERS = 0o077

/** Mode of files that this process creates below DATA_DIR. */
const MODE = { file: 0o600 }

/** Entries of DATA_DIR that the server creates; all others belong to someone else. */
const OWN_ENTRIES =
  /^(?:database|media|exports|imports|outbox|staging|auth-secret|owner\.(?:lock|json)|commands\.sock|\.writable|snapshot-.*)(?:\..*)?$/

/** Maximum files checked per start. If files remain, the next start begins again. */
const CHECKED_MAX = 500_000

/** Makes all files this process creates private to its account. Call it first, in the main thread. */
export function makeNewFilesPrivate(): void {
  if (process.platform !== 'win32') process.umask(FOR_OTHERS)
}

/** Copies a file privately for this account: a plain copy would take its source's mode regardless of the umask. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await chmod(to, MODE.file)
}

/** The engine makes this folder private, but not all files that it writes into it. */
const DATABASE_FOLDER = 'database'

/** Result of a run: the number of entries changed, and whether others can still access any, such as files of another account. */
export interface ClosedFiles {
  closed: number
  isOpen: boolean
}

/**
 * Removes group and other permissions from the entries of DATA_DIR that the server created, and from DATA_DIR itself unless it
 * holds anything else. Does not follow links. Closes a folder after its content, so that the next start repeats an interrupted
 * run; skips folders already closed. Never throws.
 */
export async function closeDataDir(dataDir: string): Promise<ClosedFiles> {
  if (process.platform === 'win32') return { closed: 0, isOpen: false }
  const run = new Run()
  const names = await readdir(dataDir).catch(() => [])
  const own = names.filter((name) => OWN_ENTRIES.test(name))
  if (own.length === names.length) await run.close(dataDir)
  for (const name of own) await run.closeAll(path.join(dataDir, name), name === DATABASE_FOLDER)
  return { closed: run.closed, isOpen: run.isOpen }
}

class Run implements ClosedFiles {
  closed = 0
  isOpen = false
  #seen = 0

  async closeAll(file: string, entersPrivateFolders: boolean): Promise<void> {
    this.#seen += 1
    if (this.#seen > CHECKED_MAX) {
      this.isOpen = true
      return
    }
    const found = await lstat(file).catch(() => null)
    if (!found || found.isSymbolicLink()) return
    const isOpen = (found.mode & FOR_OTHERS) !== 0
    if (found.isDirectory() && (isOpen || entersPrivateFolders)) {
      const entries = await opendir(file).catch(() => [])
      for await (const entry of entries) await this.closeAll(path.join(file, entry.name), entersPrivateFolders)
    }
    if (isOpen) await this.close(file, found.mode)
  }

  /** Leaves files of another account unchanged. */
  async close(file: string, mode?: number): Promise<void> {
    try {
      const present = mode ?? (await lstat(file)).mode
      if ((present & FOR_OTHERS) === 0) return
      await chmod(file, present & 0o700)
      this.closed += 1
    } catch (error) {
      this.isOpen ||= (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  }
}
