import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'

const LOCK_FILE = 'owner.lock'
const FACTS_FILE = 'owner.json'
const FACTS_MAX_BYTES = 10_000
const SQLITE_BUSY = 5
/** Period in which SQLite retries when two processes lock at the same time. */
const TRY_MS = 100
const RETRY_MS = 100
/** Time limit for a killed process to disappear. */
const SERVER_WAITS_MS = 1000
const SERVER_WAITS_FOR_STOPPING_MS = 15_000
const SERVER_WAITS_FOR_COMMAND_MS = 30_000

const Facts = z.object({
  pid: z.int(),
  host: z.string(),
  /** The lock file that these facts belong to; a copied directory has a different lock file. */
  lock: z.string(),
  /** The operator command that the process runs; absent for a server. */
  command: z.string().optional(),
  /** Address of the server, once it listens. */
  address: z.string().optional(),
  /** The command socket, relative to the directory, while it is open. */
  socket: z.string().optional(),
  isStopping: z.boolean().optional(),
})
export type OwnerFacts = z.infer<typeof Facts>
type PublishedFacts = Partial<Pick<OwnerFacts, 'address' | 'socket' | 'isStopping'>>

/** Another process owns the data directory; `message` is one line that identifies it. */
export class DataDirOwnedError extends Error {
  override name = 'DataDirOwnedError'
  readonly owner: OwnerFacts | null

  constructor(dataDir: string, owner: OwnerFacts | null) {
    super(`DATA_DIR ${dataDir} is in use by ${describe(owner)}`)
    this.owner = owner
  }
}

/** Ownership of the data directory by this process. */
export interface Ownership {
  readonly dataDir: string
  /** Publishes facts about this process; `undefined` removes an entry. */
  publish(facts: { [K in keyof PublishedFacts]: PublishedFacts[K] | undefined }): void
  release(): void
}

/**
 * Takes ownership of `dataDir` until released or until the process ends in any way, since the operating system holds the lock
 * (decision 170). A server waits for another one that is stopping, or for a command; commands do not wait.
 * @throws DataDirOwnedError; a one-line Error if the file system does not support locks
 */
export async function ownDataDir(dataDir: string, as: { command?: string } = {}): Promise<Ownership> {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, LOCK_FILE)
  const began = performance.now()
  for (;;) {
    const lock = tryLock(file)
    if (lock) return own(dataDir, lock, as.command)
    const owner = readOwner(dataDir)
    if (performance.now() - began >= patience(as.command, owner)) throw new DataDirOwnedError(dataDir, owner)
    await sleep(RETRY_MS)
  }
}

function patience(command: string | undefined, owner: OwnerFacts | null): number {
  if (command !== undefined) return 0
  if (owner?.command !== undefined) return SERVER_WAITS_FOR_COMMAND_MS
  return owner?.isStopping ? SERVER_WAITS_FOR_STOPPING_MS : SERVER_WAITS_MS
}

/**
 * Returns null while another process holds the lock. The file stays empty. No other code in this process may open it, since
 * closing it would release the lock.
 */
export function tryLock(file: string): DatabaseSync | null {
  let database: DatabaseSync | undefined
  try {
    database = new (sqlite().DatabaseSync)(file, { timeout: TRY_MS })
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
    restrictToOwner(file)
    return database
  } catch (error) {
    database?.close()
    const { errcode, errstr, message } = error as { errcode?: number; errstr?: string; message: string }
    // The low byte is the primary result code.
    if (errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY) return null
    throw new Error(`${file} cannot be locked: ${errstr ?? message}`)
  }
}

/** Makes the lock file private: any account that can read it can block the lock. */
function restrictToOwner(file: string): void {
  try {
    chmodSync(file, 0o600)
  } catch {
    // The file system has no permissions, or another account created the file.
  }
}

/**
 * Node.js has no other lock that ends with the process. Suppresses the warning of early versions that the module is
 * experimental.
 */
function sqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}

function own(dataDir: string, lock: DatabaseSync, command: string | undefined): Ownership {
  const file = path.join(dataDir, FACTS_FILE)
  let facts: OwnerFacts = {
    pid: process.pid,
    host: hostname(),
    lock: identityOf(dataDir),
    ...(command === undefined ? {} : { command }),
  }
  // Replaced atomically, for concurrent readers.
  const write = () => {
    const part = `${file}.new`
    writeFileSync(part, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
    renameSync(part, file)
  }
  try {
    write()
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    dataDir,
    publish(changed) {
      facts = { ...facts, ...changed } as OwnerFacts
      try {
        write()
      } catch {
        // On failure, such as a full disk, other processes get less information, but the lock still holds.
      }
    },
    release() {
      if (!lock.isOpen) return
      rmSync(file, { force: true })
      lock.close()
    },
  }
}

/** Returns the facts published by the owner. Only valid while the lock is held. */
function readOwner(dataDir: string): OwnerFacts | null {
  const file = path.join(dataDir, FACTS_FILE)
  try {
    if (statSync(file).size > FACTS_MAX_BYTES) return null
    const facts = Facts.parse(JSON.parse(readFileSync(file, 'utf8')))
    return facts.lock === identityOf(dataDir) ? facts : null
  } catch {
    return null
  }
}

function identityOf(dataDir: string): string {
  const { dev, ino } = statSync(path.join(dataDir, LOCK_FILE), { bigint: true })
  return `${dev}:${ino}`
}

function describe(owner: OwnerFacts | null): string {
  if (!owner) return 'another process'
  const who = `process ${owner.pid}${owner.host === hostname() ? '' : ` on ${owner.host}`}`
  if (owner.command !== undefined) return `${who}, which runs the command "${owner.command}"`
  if (owner.isStopping) return `${who}, which is stopping`
  return owner.address ? `${who} at ${owner.address}` : `${who}, which is starting`
}
