import type { PGliteOptions } from '@electric-sql/pglite'

/** PGlite's compiled WebAssembly module, which several databases of a process may share. */
export type PgliteModule = PGliteOptions['pgliteWasmModule']

/** The data of the PGlite thread: the database it opens. */
export interface DatabaseSource {
  dataDir: string
  snapshot?: ArrayBuffer | undefined
  wasm?: PgliteModule | undefined
  /** The engine's page cache, in MB. Default: that of a serving database. */
  sharedBuffersMb?: number | undefined
}

/** Messages between the main thread and the PGlite thread. A statement with `begins` is the first one of a transaction. */
export type ToWorker =
  | { id: number; kind: 'query'; sql: string; values: unknown[]; begins: boolean }
  | { id: number; kind: 'exec'; sql: string; begins: boolean }
  | { id: number; kind: 'listen'; channel: string }
  | { id: number; kind: 'unlisten'; channel: string }
  | { id: number; kind: 'dump' }
  | { id: number; kind: 'close' }

export interface QueryAnswer {
  rows: Record<string, unknown>[]
  affectedRows: number | undefined
  /** The columns with JSON texts: a text passes between the threads in less time than its objects. */
  json: string[]
}

export interface SqlFailure {
  message: string
  code?: string | undefined
  constraint?: string | undefined
  detail?: string | undefined
  table?: string | undefined
}

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'broken'; message: string }
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; failure: SqlFailure }
  | { kind: 'notification'; channel: string; payload: string }
