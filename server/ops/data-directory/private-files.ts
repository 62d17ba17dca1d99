import { chmod, copyFile, lstat, opendir, readdir } from 'node:fs/promises'
import path from 'node:path'

/** What of a file's permissions the server's group and all others have. */
const FOR_OTHERS = 0o077

/** Of what this process makes below DATA_DIR. */
const MODE = { file: 0o600 }

/** Entries of DATA_DIR that the server makes; others in it are somebody else's. */
const OWN_ENTRIES =
  /^(?:database|media|exports|outbox|staging|auth-secret|owner\.(?:lock|json)|commands\.sock|\.writable|snapshot-.*)(?:\..*)?$/

/** So many files are looked at in one start; the next start looks at them again if it did not get through. */
const LOOKED_AT_MOST = 500_000

/** What this process creates from now on is for its account alone. Call it first, in the main thread. */
export function keepNewFilesPrivate(): void {
  if (process.platform !== 'win32') process.umask(FOR_OTHERS)
}

/** Copies a file for this account alone: a plain copy has the mode of its source, whatever the process may create. */
export async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await chmod(to, MODE.file)
}

/** The engine closes this folder by itself, but not all that it writes into it. */
const DATABASE_FOLDER = 'database'

/** What a run changed, and whether others may still get at something, such as at files of another account. */
export interface ClosedFiles {
  closed: number
  isOpen: boolean
}

/**
 * Takes from others what they may do with the entries of DATA_DIR that the server made, and with DATA_DIR itself unless it holds
 * something else too. Follows no links. A folder is closed after its content, so that an interrupted run is repeated; one that
 * is closed is not looked into. Throws no error.
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

  async closeAll(file: string, isLookedInto: boolean): Promise<void> {
    this.#seen += 1
    if (this.#seen > LOOKED_AT_MOST) {
      this.isOpen = true
      return
    }
    const found = await lstat(file).catch(() => null)
    if (!found || found.isSymbolicLink()) return
    const isOpen = (found.mode & FOR_OTHERS) !== 0
    if (found.isDirectory() && (isOpen || isLookedInto)) {
      const entries = await opendir(file).catch(() => [])
      for await (const entry of entries) await this.closeAll(path.join(file, entry.name), isLookedInto)
    }
    if (isOpen) await this.close(file, found.mode)
  }

  /** Files of another account stay as they are. */
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
