import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, protocol, type Results, types } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { vector } from '@electric-sql/pglite-pgvector'
import { TIME_ZONE_SETTING } from './connection-settings.ts'
import { sharedBuffersFor } from './embedded-buffers.ts'
import { createPreparedRunner } from './embedded-prepared.ts'
import type { DatabaseSource, FromWorker, QueryAnswer, SqlFailure, ToWorker } from './embedded-protocol.ts'

// PGlite runs in this thread, so that queries do not block HTTP.

const { dataDir, snapshot, wasm, sharedBuffersMb } = workerData as DatabaseSource
const isInMemory = dataDir === 'memory://'
const port = parentPort
if (!port) throw new Error('embedded-worker.ts runs in a worker thread')
const say = (message: FromWorker) => port.postMessage(message)

const SETTINGS = [
  TIME_ZONE_SETTING,
  `shared_buffers=${sharedBuffersMb ?? sharedBuffersFor(isInMemory ? undefined : dataDir)}MB`,
  // Maintenance runs checkpoints (decision 170), which remove log files beyond these sizes.
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  // Memory reserved for other connections, which never exist: 4 MB. Locks are reserved for each connection.
  'max_connections=10',
  'max_wal_senders=0',
  'autovacuum_worker_slots=1',
  'max_locks_per_transaction=512',
]

const asText = (value: string) => value
/** JSON, JSONB, and arrays of them. */
const JSON_TYPES = [types.JSON, types.JSONB, 199, 3807]

/**
 * PGlite without optimized code for one function of 105 KB, probably PostgreSQL's parser. V8 needs 600 MB for a second to optimize
 * it (decision 417). A function that is first used while the filter selects another one stays on baseline code.
 */
class Engine extends PGlite {
  #hasParsed = false

  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    if (!this.#hasParsed) {
      this.#hasParsed = true
      setFlagsFromString('--wasm-tier-up-filter=0')
      super.execProtocolRawSync(protocol.serialize.query(';'))
      setFlagsFromString('--wasm-tier-up-filter=-1')
    }
    return super.execProtocolRawSync(message)
  }
}

const pglite = new Engine({
  parsers: { [types.JSON]: asText, [types.JSONB]: asText },
  ...(isInMemory ? {} : { dataDir }),
  extensions: { vector, pg_trgm, unaccent },
  relaxedDurability: false,
  startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  ...(wasm ? { pgliteWasmModule: wasm } : {}),
  ...(snapshot ? { loadDataDir: new Blob([snapshot]) } : {}),
})

const runPrepared = createPreparedRunner(pglite)
const unlisteners = new Map<string, () => Promise<void>>()

async function carryOut(message: ToWorker): Promise<unknown> {
  if ('begins' in message && message.begins) await pglite.exec('begin')
  switch (message.kind) {
    case 'query': {
      const named = await runPrepared(message.sql, message.values)
      return answerOf(named ?? (await pglite.query<Record<string, unknown>>(message.sql, message.values)))
    }
    case 'exec': {
      const results = await pglite.exec(message.sql)
      return answerOf(results.findLast((result) => result.rows.length > 0) ?? { rows: [], fields: [] })
    }
    case 'listen':
      unlisteners.set(
        message.channel,
        await pglite.listen(message.channel, (payload) =>
          say({ kind: 'notification', channel: message.channel, payload }),
        ),
      )
      return undefined
    case 'unlisten':
      await unlisteners.get(message.channel)?.()
      return undefined
    case 'dump':
      return await (await pglite.dumpDataDir('none')).arrayBuffer()
    case 'close':
      await pglite.close()
      return undefined
  }
}

function answerOf({ rows, fields, affectedRows }: Results<Record<string, unknown>>): QueryAnswer {
  const json = fields.filter(({ dataTypeID }) => JSON_TYPES.includes(dataTypeID)).map(({ name }) => name)
  return { rows, affectedRows, json }
}

function failureOf(error: unknown): SqlFailure {
  const { message, code, constraint, detail, table } = error as SqlFailure
  return { message: String(message), code, constraint, detail, table }
}

port.on('message', (message: ToWorker) => {
  carryOut(message).then(
    (value) => say({ kind: 'answer', id: message.id, value }),
    (error: unknown) => say({ kind: 'failure', id: message.id, failure: failureOf(error) }),
  )
})

pglite.waitReady.then(
  () => say({ kind: 'ready' }),
  (error: unknown) => say({ kind: 'broken', message: String((error as Error)?.message ?? error) }),
)
