import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import PQueue from 'p-queue'
import type { ReadWord } from '#reader/merge-readings.ts'
import type { ReaderSettings } from '#reader/reader.ts'

export interface PictureReader {
  /**
   * The words in a stored picture, in reading order; of an animation, those of its scenes.
   * @throws when the picture cannot be decoded or takes longer than the limit
   */
  read(picture: Buffer): Promise<ReadWord[]>
  close(): Promise<void>
}

/** What the reader's process is sent, and what it answers. */
export interface Question {
  picture: Uint8Array
}
export type Answer = { words: ReadWord[]; memory: number } | { error: string }

const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LANG', 'NODE_COMPILE_CACHE'] as const
const IDLE_MS = 30_000
const TIME_LIMIT_MS = 60_000
/** Its memory only grows, so the process is replaced after this many pictures, or when it has this much. */
const PICTURES_MAX = 500
const MEMORY_MAX = 700 * 2 ** 20

/** Reads pictures one after another in a process that starts with the first picture and ends after half a minute without one. */
export function createPictureReader(settings: ReaderSettings): PictureReader {
  let child: ChildProcess | undefined
  let pictures = 0
  let idle: NodeJS.Timeout | undefined
  const queue = new PQueue({ concurrency: 1 })

  const release = async () => {
    clearTimeout(idle)
    const ending = child
    child = undefined
    pictures = 0
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.ref()
    ending.kill('SIGKILL')
    await ended
  }
  const readOne = async (picture: Buffer) => {
    clearTimeout(idle)
    pictures += 1
    if (pictures > PICTURES_MAX || (child && !child.connected)) await release()
    child ??= start(settings)
    try {
      const { words, memory } = await ask(child, picture)
      if (memory > MEMORY_MAX) await release()
      return words
    } catch (error) {
      // A picture that cannot be read leaves the process as it was; a process that is stuck or gone is replaced.
      if (!(error instanceof UnreadablePicture)) await release()
      throw error
    } finally {
      idle = setTimeout(() => void release(), IDLE_MS)
      idle.unref()
    }
  }
  return {
    read: (picture) => queue.add(() => readOne(picture)),
    async close() {
      await queue.onIdle()
      await release()
    },
  }
}

class UnreadablePicture extends Error {}

function start(settings: ReaderSettings): ChildProcess {
  const file = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
  // It decodes what strangers send, so it gets none of the server's secrets.
  // biome-ignore lint/style/noProcessEnv: no setting, but what any process is started with.
  const env = Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]))
  const child = fork(file, [JSON.stringify(settings)], {
    env,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return child
}

/** Sends one picture and waits for its words; while it waits, it keeps this process alive. */
function ask(child: ChildProcess, picture: Buffer): Promise<{ words: ReadWord[]; memory: number }> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.off('error', onError)
      child.channel?.unref()
      act()
    }
    const onMessage = (message: unknown) =>
      settle(() => {
        const answer = message as Answer
        if ('error' in answer) reject(new UnreadablePicture(answer.error))
        else resolve(answer)
      })
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = (code: number | null, signal: string | null) =>
      onError(new Error(`The reader ended with ${signal ?? `code ${code}`}`))
    const timer = setTimeout(() => onError(new Error('Reading the picture took too long')), TIME_LIMIT_MS)
    child.channel?.ref()
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.on('error', onError)
    const question: Question = { picture }
    child.send(question, (error) => error && onError(error))
  })
}
