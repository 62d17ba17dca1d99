import type { Load } from './engine.ts'

const WINDOW_SECONDS = 10

/** A fair lock on the embedded engine's single connection. It also measures how busy the connection is. */
export class ConnectionLock {
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0
  #isHeld = false
  #releasedAt: number
  #firstWaitedSince: number | undefined
  /** Busy milliseconds for each second of the window. */
  #busy = Array<number>(WINDOW_SECONDS).fill(0)
  #busyMs = 0
  #second = 0
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#releasedAt = now()
  }

  /** Returns the release function. With `isBackground` the time does not count as use. */
  async acquire(isBackground = false): Promise<() => { waitedMs: number }> {
    let pass = () => {}
    const before = this.#tail
    this.#tail = new Promise((resolve) => {
      pass = resolve
    })
    this.#waiting += 1
    this.#firstWaitedSince ??= this.#now()
    await before
    this.#waiting -= 1
    const since = this.#now()
    this.#isHeld = true
    this.#firstWaitedSince = this.#waiting > 0 ? since : undefined
    return () => {
      const now = this.#now()
      if (!isBackground) this.#add(now, now - since)
      this.#isHeld = false
      this.#releasedAt = now
      pass()
      return { waitedMs: this.#firstWaitedSince === undefined ? 0 : now - this.#firstWaitedSince }
    }
  }

  /** Number of current users of the connection, and of waiters. */
  use(): { inUse: number; waiting: number } {
    return { inUse: this.#isHeld ? 1 : 0, waiting: this.#waiting }
  }

  load(): Load {
    const now = this.#now()
    this.#advance(now)
    const ofWindow = this.#busy.reduce((sum, ms) => sum + ms, 0)
    return {
      idleMs: this.#isHeld || this.#waiting > 0 ? 0 : now - this.#releasedAt,
      busyShare: Math.min(ofWindow / (WINDOW_SECONDS * 1000), 1),
      busyMs: this.#busyMs,
    }
  }

  #add(now: number, ms: number): void {
    this.#advance(now)
    this.#busyMs += ms
    const slot = this.#second % WINDOW_SECONDS
    this.#busy[slot] = (this.#busy[slot] ?? 0) + ms
  }

  /** Drops seconds outside the window. */
  #advance(now: number): void {
    const second = Math.floor(now / 1000)
    for (let each = Math.max(this.#second + 1, second - WINDOW_SECONDS + 1); each <= second; each += 1)
      this.#busy[each % WINDOW_SECONDS] = 0
    this.#second = second
  }
}
