import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ReadWord } from '#reader/merge-readings.ts'
import type { ReaderSettings } from '#reader/settings.ts'

/** Messages to the reader process, and its replies. */
export type Question = { picture: Uint8Array } | 'prepare'
export type Answer = { words: ReadWord[]; memory: number } | { error: string }

const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LANG', 'NODE_COMPILE_CACHE'] as const
/** Controls when the allocator returns memory; the server was started with the same settings (tools/scripts/bootstrap.mjs). */
const ALLOCATOR = ['MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'] as const
const TIME_LIMIT_MS = 60_000

/** The picture cannot be decoded; the process can still read others. */
export class UnreadablePicture extends Error {}

/** Starts a reader process. */
export function startReader(settings: ReaderSettings): ChildProcess {
  const file = fileURLToPath(new URL('./reader-process.ts', import.meta.url))
  // It decodes untrusted input, so it receives none of the server's secrets.
  // biome-ignore lint/style/noProcessEnv: no setting, but what any process is started with.
  const env = Object.fromEntries([...ENVIRONMENT, ...ALLOCATOR].map((name) => [name, process.env[name]]))
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

/** Makes the process preload its dependencies. Errors appear with the next picture. */
export function prepareReader(child: ChildProcess): void {
  child.on('error', () => {})
  child.send('prepare' satisfies Question, () => {})
}

/**
 * Sends one picture and waits for its words; waiting prevents this process from exiting.
 * @returns memory: bytes that the process uses afterwards
 * @throws UnreadablePicture; another error if the process ended or took too long
 */
export function sendToReader(child: ChildProcess, picture: Buffer): Promise<{ words: ReadWord[]; memory: number }> {
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
