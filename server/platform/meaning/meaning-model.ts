import { Worker } from 'node:worker_threads'
import { THREAD_YOUNG_MAX_MB } from '../memory-limit.ts'
import type { FromThread, Question, RgbPicture, ToThread } from './meaning-protocol.ts'
import type { ModelFolder } from './model-folder.ts'

/** An operator's CLIP model: maps texts and pictures to unit vectors that are close when they mean the same. */
export interface MeaningModel {
  /** Identifies the model; vectors of different models are not comparable. */
  readonly id: string
  /** Loads the model if needed. Throws a one-line error if it does not work. */
  ready(): Promise<{ dimensions: number }>
  /** Embeds a text. Texts take priority over pictures, because a user is waiting. */
  embedText(text: string): Promise<number[]>
  embedPicture(picture: RgbPicture): Promise<number[]>
  close(): Promise<void>
}

const TIME_LIMIT_MS = 60_000
const CLOSE_LIMIT_MS = 3000
/** Cache size: further pages of a search need the same text. */
const CACHED_TEXTS_MAX = 200

interface Ask {
  question: Question
  resolve(vector: number[]): void
  reject(error: Error): void
}

/** Starts the thread with the first request; replaces a dead or stuck thread at the next one. */
export function createMeaningModel(folder: ModelFolder): MeaningModel {
  const texts = new Map<string, number[]>()
  let thread: Promise<Thread> | undefined
  const open = (): Promise<Thread> => {
    if (thread) return thread
    const started = Thread.start(folder, () => {
      if (thread === started) thread = undefined
    })
    started.catch(() => {
      if (thread === started) thread = undefined
    })
    thread = started
    return started
  }
  return {
    id: folder.id,
    ready: async () => ({ dimensions: (await open()).dimensions }),
    async embedText(text) {
      const known = texts.get(text)
      if (known) return known
      const vector = await (await open()).ask({ kind: 'text', text })
      const [oldest] = texts.size >= CACHED_TEXTS_MAX ? texts.keys() : []
      if (oldest !== undefined) texts.delete(oldest)
      texts.set(text, vector)
      return vector
    },
    embedPicture: async (picture) => (await open()).ask({ kind: 'picture', picture }),
    async close() {
      const running = thread
      thread = undefined
      await (await running?.catch(() => undefined))?.close()
    },
  }
}

/** The main thread's side: sends one request at a time and queues the others, texts first. */
class Thread {
  readonly dimensions: number
  #worker: Worker
  #waiting: Ask[] = []
  #current: (Ask & { id: number; timer: NodeJS.Timeout }) | undefined
  #nextId = 1
  #dead: Error | undefined

  private constructor(worker: Worker, dimensions: number, onDeath: () => void) {
    this.#worker = worker
    this.dimensions = dimensions
    worker.on('message', (message: FromThread) => this.#onMessage(message))
    const die = (error: Error) => {
      this.#die(error)
      onDeath()
    }
    worker.on('error', (error) => die(error as Error))
    worker.on('exit', () => die(new Error('The CLIP model thread has exited')))
  }

  static async start(folder: ModelFolder, onDeath: () => void): Promise<Thread> {
    const { dir, kind, textPrecision, picturePrecision } = folder
    const worker = new Worker(new URL('./meaning-thread.ts', import.meta.url), {
      workerData: { dir, kind, textPrecision, picturePrecision },
      resourceLimits: { maxYoungGenerationSizeMb: THREAD_YOUNG_MAX_MB },
    })
    try {
      const dimensions = await new Promise<number>((resolve, reject) => {
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('its thread has exited')))
        worker.once('message', (message: FromThread) => {
          if (message.kind === 'ready') resolve(message.dimensions)
          else reject(new Error(message.kind === 'broken' ? message.message : 'it does not answer'))
        })
      })
      // Remove listeners by name, since the thread also listens to its own port.
      for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
      return new Thread(worker, dimensions, onDeath)
    } catch (error) {
      await worker.terminate()
      throw new Error(`The model in ${dir} does not work: ${(error as Error).message}`)
    }
  }

  ask(question: Question): Promise<number[]> {
    if (this.#dead) return Promise.reject(this.#dead)
    return new Promise((resolve, reject) => {
      const ask = { question, resolve, reject }
      const firstPicture = this.#waiting.findIndex((other) => other.question.kind === 'picture')
      if (question.kind === 'text' && firstPicture >= 0) this.#waiting.splice(firstPicture, 0, ask)
      else this.#waiting.push(ask)
      this.#next()
    })
  }

  async close(): Promise<void> {
    this.#die(new Error('The CLIP model is closed'))
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage({ kind: 'close' } satisfies ToThread)
    const timer = setTimeout(() => void this.#worker.terminate(), CLOSE_LIMIT_MS)
    await ended
    clearTimeout(timer)
  }

  #next(): void {
    const ask = this.#current ? undefined : this.#waiting.shift()
    if (!ask) return
    const id = this.#nextId++
    const timer = setTimeout(() => void this.#worker.terminate(), TIME_LIMIT_MS)
    this.#current = { ...ask, id, timer }
    this.#worker.postMessage({ ...ask.question, id } satisfies ToThread)
  }

  #onMessage(message: FromThread): void {
    const current = this.#current
    if (!current || !('id' in message) || message.id !== current.id) return
    clearTimeout(current.timer)
    this.#current = undefined
    if (message.kind === 'vector') current.resolve(message.vector)
    else current.reject(new Error(message.message))
    this.#next()
  }

  #die(error: Error): void {
    if (this.#dead) return
    this.#dead = error
    clearTimeout(this.#current?.timer)
    for (const ask of [...(this.#current ? [this.#current] : []), ...this.#waiting]) ask.reject(error)
    this.#current = undefined
    this.#waiting = []
  }
}
