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
/** Two that try in the same instant hinder each other; SQLite then tries again for this long. */
const TRY_MS = 100
const RETRY_MS = 100
/** A process that was killed takes an instant to end. */
const SERVER_WAITS_MS = 1000
const SERVER_WAITS_FOR_STOPPING_MS = 15_000
const SERVER_WAITS_FOR_COMMAND_MS = 30_000

const Facts = z.object({
  pid: z.int(),
  host: z.string(),
  /** The lock file these facts are about: those in a copied directory are about another. */
  lock: z.string(),
  /** The operator's command that the process runs; a server has none. */
  command: z.string().optional(),
  /** Where a server listens, once it does. */
  address: z.string().optional(),
  /** Where operator's commands are taken, while they are; seen from the directory. */
  socket: z.string().optional(),
  isStopping: z.boolean().optional(),
})
export type OwnerFacts = z.infer<typeof Facts>
type Told = Partial<Pick<OwnerFacts, 'address' | 'socket' | 'isStopping'>>

/** Another process owns the data directory; `message` is one line that names it. */
export class DataDirOwnedError extends Error {
  override name = 'DataDirOwnedError'
  readonly owner: OwnerFacts | null

  constructor(dataDir: string, owner: OwnerFacts | null) {
    super(`DATA_DIR ${dataDir} is in use by ${describe(owner)}`)
    this.owner = owner
  }
}

/** This process owns the data directory. */
export interface Ownership {
  readonly dataDir: string
  /** Lets others know what it can; `undefined` takes a fact back. */
  tell(facts: { [K in keyof Told]: Told[K] | undefined }): void
  release(): void
}

/**
 * Owns `dataDir` until released or until the process ends, however it ends: the operating system holds the lock (decision 110).
 * A server waits for one that is stopping, or for a command; nobody else waits.
 * @throws DataDirOwnedError; an Error with one line where nothing can be locked there
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

/** Null while another process has the lock. The file stays empty, and nothing else in this process may ever open it: closing it would unlock it. */
function tryLock(file: string): DatabaseSync | null {
  let database: DatabaseSync | undefined
  try {
    database = new (sqlite().DatabaseSync)(file, { timeout: TRY_MS })
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = memory; begin exclusive')
    keepToOneself(file)
    return database
  } catch (error) {
    database?.close()
    const { errcode, errstr, message } = error as { errcode?: number; errstr?: string; message: string }
    // The low byte is the code, the rest says more about it.
    if (errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY) return null
    throw new Error(`${file} cannot be locked: ${errstr ?? message}`)
  }
}

/** Whoever may read the file can hinder the lock. */
function keepToOneself(file: string): void {
  try {
    chmodSync(file, 0o600)
  } catch {
    // A file system without rights, or a file that another account made.
  }
}

/** Node.js has no other lock that ends with the process. Its first releases warn that the module is new. */
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
  // Whole or not at all, for whoever reads it meanwhile.
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
    tell(told) {
      facts = { ...facts, ...told } as OwnerFacts
      try {
        write()
      } catch {
        // A full disk: others then know less, and the lock holds as before.
      }
    },
    release() {
      if (!lock.isOpen) return
      rmSync(file, { force: true })
      lock.close()
    },
  }
}

/** What the owner says of itself. True only while the lock is held. */
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
