import { type Transferable, Worker, type WorkerOptions } from 'node:worker_threads'
import PQueue from 'p-queue'
import { THREAD_YOUNG_MAX_MB } from '../memory-limit.ts'

/** Messages from a thread; see `handleThreadRequests`. */
export type FromThread<Answer> =
  | { ready: true }
  | { broken: string }
  | { id: number; answer: Answer }
  | { id: number; error: string }

/** Messages to a thread. */
export interface Asked<Question> {
  id: number
  question: Question
}

export interface LazyThread<Question, Answer> {
  /**
   * Asks a question; questions are answered sequentially.
   * @param moved parts of the question that the thread takes over
   * @throws ThreadTooSlow; another error if the thread cannot start, ends, or fails
   */
  ask(question: Question, moved?: readonly Transferable[]): Promise<Answer>
  /** Ends the thread after its current answer; the next question starts another. */
  close(): Promise<void>
}

export class ThreadTooSlow extends Error {
  override name = 'ThreadTooSlow'
}

interface ThreadOptions extends WorkerOptions {
  startLimitMs: number
  /** Time limit for one answer. */
  timeLimitMs: number
  /** Idle time after which the thread is ended to free memory. */
  idleMs: number
}

/**
 * A thread that starts with the first question and never prevents the process from exiting. A stuck, dead or broken thread is
 * replaced at the next question.
 */
export function createLazyThread<Question, Answer>(
  file: URL,
  { startLimitMs, timeLimitMs, idleMs, ...options }: ThreadOptions,
): LazyThread<Question, Answer> {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let nextId = 1
  const queue = new PQueue({ concurrency: 1 })

  const release = async () => {
    clearTimeout(idle)
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }
  const askNow = async (question: Question, moved: readonly Transferable[]): Promise<Answer> => {
    clearTimeout(idle)
    try {
      thread ??= await start(file, options, startLimitMs)
      return await askThread<Question, Answer>(thread, { id: nextId++, question }, moved, timeLimitMs)
    } catch (error) {
      await release()
      throw error
    } finally {
      idle = setTimeout(() => void release(), idleMs)
      idle.unref()
    }
  }
  return {
    ask: (question, moved = []) => queue.add(() => askNow(question, moved)),
    async close() {
      await queue.onIdle()
      await release()
    },
  }
}

async function start(file: URL, options: WorkerOptions, limitMs: number): Promise<Worker> {
  const resourceLimits = { maxYoungGenerationSizeMb: THREAD_YOUNG_MAX_MB, ...options.resourceLimits }
  const worker = new Worker(file, { env: {}, ...options, resourceLimits })
  try {
    const first = await nextMessage(worker, limitMs, () => true)
    if (!('ready' in first)) throw new Error('broken' in first ? first.broken : 'the thread does not answer')
    worker.unref()
    return worker
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

async function askThread<Question, Answer>(
  worker: Worker,
  asked: Asked<Question>,
  moved: readonly Transferable[],
  limitMs: number,
): Promise<Answer> {
  worker.ref()
  try {
    const answered = nextMessage<Answer>(worker, limitMs, (message) => 'id' in message && message.id === asked.id)
    worker.postMessage(asked, moved)
    const message = await answered
    if ('answer' in message) return message.answer
    throw new Error('error' in message ? message.error : 'the thread does not answer')
  } finally {
    worker.unref()
  }
}

/** Returns the next message of a kind; rejects when the thread ends, fails or takes too long. */
function nextMessage<Answer>(
  worker: Worker,
  limitMs: number,
  isIt: (message: FromThread<Answer>) => boolean,
): Promise<FromThread<Answer>> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      act()
    }
    const onMessage = (message: FromThread<Answer>) => isIt(message) && settle(() => resolve(message))
    const onError = (error: unknown) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('the thread has ended')))
    const timer = setTimeout(() => settle(() => reject(new ThreadTooSlow('the thread took too long'))), limitMs)
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
  })
}
