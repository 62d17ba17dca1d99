import type { OpenedDeps } from '../open-deps.ts'
import type { CommandIo } from './command.ts'
import { findCommand, runCommand } from './run-command.ts'

const AT_ONCE = 4
const WAITING_MAX = 500

/** The exit code; or that nothing was begun, because the process is ending or nobody waits any more. */
export type Outcome = number | 'not begun'

/** Runs commands on what this process has opened: a few at once, the others in the order they came, one long one beside them. */
export class CommandQueue {
  #opened: OpenedDeps
  #run: typeof runCommand
  #free = AT_ONCE
  #waiting: (() => void)[] = []
  #isLongRunning = false
  #running = new Set<Promise<number>>()
  #closing = new AbortController()

  /** @param run may be given by tests */
  constructor(opened: OpenedDeps, run = runCommand) {
    this.#opened = opened
    this.#run = run
  }

  /** @param onBegin called before the command does anything */
  async run(words: string[], io: CommandIo, onBegin = () => {}): Promise<Outcome> {
    const signal = AbortSignal.any([io.signal, this.#closing.signal])
    const [name = '', ...args] = words
    const isLong = findCommand(name)?.isLong?.(args) ?? false
    if (isLong ? this.#isLongRunning : this.#waiting.length >= WAITING_MAX) {
      io.complain(`memeroom ${name}: ${isLong ? 'another long command is running' : 'too many commands are waiting'}`)
      return 1
    }
    if (isLong) this.#isLongRunning = true
    else if (!(await this.#enter(signal))) return 'not begun'
    try {
      if (signal.aborted) return 'not begun'
      onBegin()
      const running = this.#run(this.#opened, words, { ...io, signal })
      this.#running.add(running)
      return await running.finally(() => this.#running.delete(running))
    } finally {
      if (isLong) this.#isLongRunning = false
      else this.#leave()
    }
  }

  /** Begins no more, asks a long one to stop, and waits for what is running. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#running)
  }

  /** False when the signal comes first. */
  #enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    if (this.#free > 0) {
      this.#free -= 1
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== wake)
        resolve(false)
      }
      const wake = () => {
        signal.removeEventListener('abort', onAbort)
        resolve(true)
      }
      signal.addEventListener('abort', onAbort)
      this.#waiting.push(wake)
    })
  }

  /** Hands on what `#enter` gave, so that nobody who comes later is first. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
