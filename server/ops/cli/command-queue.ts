import type { OpenedDeps } from '../../open-deps.ts'
import type { CommandIo } from '../../platform/commands/command.ts'
import { findCommand, runCommand } from './run-command.ts'

const AT_ONCE = 4
const WAITING_MAX = 500

/** The exit code, or 'not begun' if nothing started because the process is ending or the client disconnected. */
export type Outcome = number | 'not begun'

/** Runs commands with this process's open database: a few at once, the rest in arrival order, plus one long-running command. */
export class CommandQueue {
  #opened: OpenedDeps
  #run: typeof runCommand
  #free = AT_ONCE
  #waiting: (() => void)[] = []
  #isLongRunning = false
  #running = new Set<Promise<number>>()
  #closing = new AbortController()

  /** @param run replaceable in tests */
  constructor(opened: OpenedDeps, run = runCommand) {
    this.#opened = opened
    this.#run = run
  }

  /** @param onBegin called before the command starts */
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

  /** Starts no more commands, signals a long-running one to stop, and waits for those running. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#running)
  }

  /** Waits for a slot. Returns false if the signal aborts first. */
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

  /** Passes the slot from `#enter` to the next waiter, preserving the arrival order. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free += 1
  }
}
