import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import type { ConnectionLock } from './connection-lock.ts'
import type { QueryAnswer } from './embedded-protocol.ts'
import type { EmbeddedThread } from './embedded-thread.ts'

/** Runs a statement. Multiple statements need PGlite's exec, since the extended protocol takes only one. */
export async function runStatement(
  thread: EmbeddedThread,
  sql: string,
  values: readonly unknown[],
): Promise<Omit<QueryAnswer, 'json'>> {
  const several = values.length === 0 && /;\s*\S/.test(sql)
  const { rows, affectedRows, json } = await thread.ask<QueryAnswer>(
    several ? { kind: 'exec', sql } : { kind: 'query', sql, values: [...values] },
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
  #release = new WeakMap<DatabaseConnection, () => void>()

  constructor(thread: EmbeddedThread, lock: ConnectionLock) {
    this.#thread = thread
    this.#lock = lock
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const release = await this.#lock.acquire()
    const connection = new EmbeddedConnection(this.#thread)
    this.#release.set(connection, release)
    return connection
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#release.get(connection)?.()
    this.#release.delete(connection)
  }

  async destroy(): Promise<void> {}
}

class EmbeddedConnection implements DatabaseConnection {
  #thread: EmbeddedThread

  constructor(thread: EmbeddedThread) {
    this.#thread = thread
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await runStatement(this.#thread, query.sql, query.parameters)
    return { rows: rows as R[], ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) }
  }

  // biome-ignore lint/correctness/useYield: required by the interface; the engine has no cursor to stream from.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded engine does not stream; use a keyset')
  }
}
