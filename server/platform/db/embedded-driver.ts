import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { ConnectionLock } from './connection-lock.ts'
import type { QueryAnswer } from './embedded-protocol.ts'
import type { EmbeddedThread } from './embedded-thread.ts'

/**
 * Runs a statement. Multiple statements need PGlite's exec, since the extended protocol takes only one.
 * @param begins true to begin a transaction first
 */
export async function runStatement(
  thread: EmbeddedThread,
  sql: string,
  values: readonly unknown[],
  begins = false,
): Promise<Omit<QueryAnswer, 'json'>> {
  const several = values.length === 0 && /;\s*\S/.test(sql)
  const { rows, affectedRows, json } = await thread.ask<QueryAnswer>(
    several ? { kind: 'exec', sql, begins } : { kind: 'query', sql, values: [...values], begins },
  )
  for (const name of json) for (const row of rows) row[name] = fromJson(row[name])
  return { rows, affectedRows }
}

/** @param value a JSON text, null, or an array of them */
function fromJson(value: unknown): unknown {
  if (typeof value === 'string') return JSON.parse(value)
  return Array.isArray(value) ? value.map(fromJson) : value
}

/**
 * PGlite has a single connection. Kysely's PGlite dialect shares it without locking, so that a query of another request could
 * run inside an open transaction. Here, each query waits until the connection is released.
 */
export class EmbeddedDriver implements Driver {
  #thread: EmbeddedThread
  #lock: ConnectionLock
  #release = new WeakMap<EmbeddedConnection, () => void>()

  constructor(thread: EmbeddedThread, lock: ConnectionLock) {
    this.#thread = thread
    this.#lock = lock
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    const release = await this.#lock.acquire()
    const connection = new EmbeddedConnection(this.#thread)
    this.#release.set(connection, release)
    return connection
  }

  async beginTransaction(connection: EmbeddedConnection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    this.#release.get(connection)?.()
    this.#release.delete(connection)
  }

  async destroy(): Promise<void> {}
}

class EmbeddedConnection implements DatabaseConnection {
  #thread: EmbeddedThread
  /** True until the first statement of a transaction, which begins it, to save a message between the threads. */
  #begins = false

  constructor(thread: EmbeddedThread) {
    this.#thread = thread
  }

  begin(): void {
    this.#begins = true
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#begins) this.#begins = false
    else await runStatement(this.#thread, how, [])
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begins = this.#begins
    this.#begins = false
    const { rows, affectedRows } = await runStatement(this.#thread, query.sql, query.parameters, begins)
    return { rows: rows as R[], ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) }
  }

  // biome-ignore lint/correctness/useYield: required by the interface; the engine has no cursor to stream from.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded engine does not stream; use a keyset')
  }
}
