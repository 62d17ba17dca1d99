import { Worker } from 'node:worker_threads'
import { compileWithinLimit, THREAD_YOUNG_MAX_MB } from '../memory-limit.ts'
import type { DatabaseSource, FromWorker, QueryAnswer, SqlFailure, ToWorker } from './embedded-protocol.ts'

type ThreadRequest = ToWorker extends infer M ? (M extends { id: number } ? Omit<M, 'id'> : never) : never

/** A failed statement, with the fields of PostgreSQL's own error report. */
export class SqlError extends Error {
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly detail: string | undefined
  readonly table: string | undefined
  constructor(failure: SqlFailure) {
    super(failure.message)
    this.name = 'SqlError'
    this.code = failure.code
    this.constraint = failure.constraint
    this.detail = failure.detail
    this.table = failure.table
  }
}

/** The main thread's side of the PGlite thread: sends requests and awaits responses in order. */
export class EmbeddedThread {
  #worker: Worker
  #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  #listeners = new Map<string, Set<(payload: string) => void>>()
  #nextId = 1
  #dead: Error | undefined

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (message: FromWorker) => this.#onMessage(message))
    worker.on('error', (error) => this.#die(error as Error))
    worker.on('exit', () => this.#die(new Error('The embedded database has ended')))
  }

  /** Starts the thread and waits for the database. Throws if the data directory cannot be opened. */
  static async start(source: DatabaseSource): Promise<EmbeddedThread> {
    compileWithinLimit()
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: source,
      resourceLimits: { maxYoungGenerationSizeMb: THREAD_YOUNG_MAX_MB, maxOldGenerationSizeMb: 256 },
    })
    const thread = new EmbeddedThread(worker)
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('message', (message: FromWorker) => {
          if (message.kind === 'ready') resolve()
          if (message.kind === 'broken') reject(new Error(message.message))
        })
        worker.once('error', reject)
      })
    } catch (error) {
      await worker.terminate()
      throw error
    }
    return thread
  }

  ask<T = QueryAnswer>(message: ThreadRequest): Promise<T> {
    if (this.#dead) return Promise.reject(this.#dead)
    const id = this.#nextId++
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
      this.#worker.postMessage({ ...message, id })
    })
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    let listeners = this.#listeners.get(channel)
    if (!listeners) {
      listeners = new Set()
      this.#listeners.set(channel, listeners)
      await this.ask({ kind: 'listen', channel })
    }
    listeners.add(onPayload)
    return async () => {
      listeners.delete(onPayload)
    }
  }

  async stop(): Promise<void> {
    await this.ask({ kind: 'close' }).catch(() => {})
    this.#dead = new Error('The embedded database is closed')
    await this.#worker.terminate()
  }

  #onMessage(message: FromWorker): void {
    if (message.kind === 'notification') {
      for (const listener of this.#listeners.get(message.channel) ?? []) listener(message.payload)
      return
    }
    if (message.kind !== 'answer' && message.kind !== 'failure') return
    const waiting = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.kind === 'answer') waiting?.resolve(message.value)
    else waiting?.reject(new SqlError(message.failure))
  }

  #die(error: Error): void {
    this.#dead ??= error
    for (const waiting of this.#pending.values()) waiting.reject(this.#dead)
    this.#pending.clear()
  }
}
