import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import { decodeFrames } from './decode-frames.ts'
import { type FromThread, type Question, SCORER_PACKAGES } from './scorer-protocol.ts'

export interface PictureScorer {
  /**
   * How likely a stored picture is pornographic, 0 to 1; of an animation, its worst frame.
   * @throws UnreadablePicture if it cannot be decoded; another error if the model fails or takes too long
   */
  score(picture: Buffer): Promise<number>
  close(): Promise<void>
}

export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture'
}

/** For the model to load, and for all frames of one picture. */
const START_LIMIT_MS = 30_000
const TIME_LIMIT_MS = 20_000
/** The model takes some 150 MB, so it is given back when no pictures come. */
const IDLE_MS = 60_000

/** Whether the operator has installed the packages. */
export const canScore = (): boolean =>
  SCORER_PACKAGES.every((name) => {
    try {
      import.meta.resolve(name)
      return true
    } catch {
      return false
    }
  })

/** Scores pictures one after another in a thread that starts with the first and ends after a minute without one. */
export function createPictureScorer({
  thread: file = new URL('./scorer-thread.ts', import.meta.url),
  timeLimitMs = TIME_LIMIT_MS,
  idleMs = IDLE_MS,
}: {
  thread?: URL
  timeLimitMs?: number
  idleMs?: number
} = {}): PictureScorer {
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
  const scoreOne = async (picture: Buffer): Promise<number> => {
    clearTimeout(idle)
    const frames = await decodeFrames(picture).catch((error) => {
      throw new UnreadablePicture((error as Error).message)
    })
    try {
      thread ??= await start(file)
      const id = nextId++
      return await ask(thread, { id, frames }, timeLimitMs)
    } catch (error) {
      // One that is stuck, gone or broken is replaced for the next picture.
      await release()
      throw error
    } finally {
      idle = setTimeout(() => void release(), idleMs)
      idle.unref()
    }
  }
  return {
    score: (picture) => queue.add(() => scoreOne(picture)),
    async close() {
      await queue.onIdle()
      await release()
    },
  }
}

async function start(file: URL): Promise<Worker> {
  const worker = new Worker(file, { env: {}, stdout: true })
  try {
    const first = await next(worker, START_LIMIT_MS, () => true)
    if (!('ready' in first)) throw new Error('broken' in first ? first.broken : 'the thread does not answer')
    worker.unref()
    return worker
  } catch (error) {
    await worker.terminate()
    throw new Error(`Pictures cannot be scored: ${(error as Error).message}`)
  }
}

async function ask(worker: Worker, question: Question, limitMs: number): Promise<number> {
  worker.ref()
  try {
    const answered = next(worker, limitMs, (message) => 'id' in message && message.id === question.id)
    worker.postMessage(question)
    const answer = await answered
    if (!('score' in answer)) throw new Error('error' in answer ? answer.error : 'the thread does not answer')
    return answer.score
  } finally {
    worker.unref()
  }
}

/** The next message of a kind; rejects when the thread ends, fails or takes too long. */
function next(worker: Worker, limitMs: number, isIt: (message: FromThread) => boolean): Promise<FromThread> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      act()
    }
    const onMessage = (message: FromThread) => isIt(message) && settle(() => resolve(message))
    const onError = (error: unknown) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('the thread has ended')))
    const timer = setTimeout(() => settle(() => reject(new Error('the picture took too long'))), limitMs)
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
  })
}
