import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { ConnectionLock } from './connection-lock.ts'
import { type Ownership, ownDataDir } from './data-dir-owner.ts'
import { EmbeddedDriver, runStatement } from './embedded-driver.ts'
import type { DatabaseSource, PgliteModule } from './embedded-protocol.ts'
import { EmbeddedThread } from './embedded-thread.ts'
import { type Engine, type EngineOptions, STATEMENT_TIMEOUT_MS } from './engine.ts'
import { createDatabaseFiles, readEmptyDatabase } from './initial/empty-database.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import type { Tables } from './tables.ts'

const IN_MEMORY = 'memory://'
const COPY_BUFFERS_MB = 4
/** Prefix of the database copies that backups read from. Leftovers of killed backups can be removed. */
export const SNAPSHOT_PREFIX = 'snapshot-'

export interface EmbeddedEngine extends Engine {
  /** Returns the whole database as a tar archive, from which tests start other instances. */
  dump(): Promise<ArrayBuffer>
}

/** Opens PGlite in its own thread, in memory, optionally restored from `snapshot`. */
export async function connectInMemory(
  snapshot?: ArrayBuffer,
  options: EngineOptions = {},
  wasm?: PgliteModule,
): Promise<EmbeddedEngine> {
  const source = { dataDir: IN_MEMORY, snapshot: snapshot ?? (await readEmptyDatabase()), wasm }
  return start(source, () => {}, options)
}

/**
 * Opens PGlite in its own thread, with a data directory. Takes ownership of the directory if needed, and releases it when the
 * engine is closed.
 * @throws DataDirOwnedError
 */
export async function connectEmbedded(
  dataDir: string,
  given?: Ownership,
  options: EngineOptions = {},
): Promise<EmbeddedEngine> {
  const ownership =
    given ?? (await ownDataDir(path.resolve(dataDir), { command: path.basename(process.argv[1] ?? 'node') }))
  const release = () => ownership.release()
  try {
    const folder = path.join(ownership.dataDir, 'database')
    await createDatabaseFiles(folder)
    return await start({ dataDir: folder }, release, options)
  } catch (error) {
    release()
    throw error
  }
}

async function start(
  source: DatabaseSource,
  onClosed: () => void,
  { onStatement }: EngineOptions,
): Promise<EmbeddedEngine> {
  const { dataDir: location, wasm } = source
  const thread = await EmbeddedThread.start(source)
  const lock = new ConnectionLock()
  const executeSql: Engine['executeSql'] = async (text, values = []) => {
    const release = await lock.acquire()
    try {
      return { rows: (await runStatement(thread, text, values)).rows }
    } finally {
      release()
    }
  }
  const dump = async () => {
    const release = await lock.acquire()
    try {
      return await thread.ask<ArrayBuffer>({ kind: 'dump' })
    } finally {
      release()
    }
  }
  await executeSql(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new EmbeddedDriver(thread, lock),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    ...(onStatement ? { log: onStatement } : {}),
  })
  return {
    kind: 'embedded',
    db,
    jobsDb: db,
    pools: () => [{ pool: 'requests', most: 1, ...lock.use() }],
    executeSql,
    background: {
      load: () => lock.load(),
      async run(text, values = []) {
        const release = await lock.acquire(true)
        const began = performance.now()
        let blockedMs = 0
        const { rows } = await runStatement(thread, text, values).finally(() => {
          blockedMs = release().waitedMs
        })
        return { rows, ms: performance.now() - began, blockedMs }
      },
    },
    async listen(channel, onPayload) {
      const release = await lock.acquire()
      try {
        return { close: await thread.listen(channel, onPayload) }
      } finally {
        release()
      }
    },
    answeringForMs: () => Number.POSITIVE_INFINITY,
    dump,
    async snapshot(folder) {
      if (location === IN_MEMORY) return readCopy({ dataDir: IN_MEMORY, snapshot: await dump(), wasm })
      const copy = path.join(folder, `${SNAPSHOT_PREFIX}${randomUUID()}`)
      try {
        // Checkpoint once without blocking others, so that little remains to write during the locked checkpoint.
        await executeSql('checkpoint')
        const release = await lock.acquire()
        try {
          await runStatement(thread, 'checkpoint', [])
          await cp(location, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
        } finally {
          release()
        }
        return await readCopy({ dataDir: copy })
      } catch (error) {
        await rm(copy, { recursive: true, force: true })
        throw error
      }
    },
    async close() {
      const release = await lock.acquire()
      await thread.stop()
      onClosed()
      release()
    },
  }
}

/** Opens a second engine on a copy of the first one's files, so that the first continues to run. It reads each row once. */
async function readCopy(source: DatabaseSource): Promise<Snapshot> {
  const thread = await EmbeddedThread.start({ ...source, sharedBuffersMb: COPY_BUFFERS_MB })
  return openSnapshot(
    (text) => runStatement(thread, text, []),
    async () => {
      await thread.stop()
      if (source.dataDir !== IN_MEMORY) await rm(source.dataDir, { recursive: true, force: true })
    },
  )
}
