import { AppError } from '../errors.ts'
import type { Pressure } from './pressure.ts'

/** Kinds of requests that wait in queues of their own, so that one kind never holds up another. */
export const REQUEST_KINDS = ['read', 'write', 'upload', 'media'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export interface KindBounds {
  /** Requests at once. */
  running: number
  /** Requests that wait for one of those to end; more are refused. */
  waiting: number
  /** How long one waits before it is refused. */
  waitMs: number
  /** Of both together, how many one network may have; without it, all. */
  perNetwork?: number
  /** Requests at once while the process is strained. */
  strained?: number
}
export type Bounds = Record<RequestKind, KindBounds>

/**
 * @param connections of the database that requests share: statements beyond them would only wait inside
 * @param isShared whether networks share the places of uploads fairly
 */
export function boundsFor(connections: number, isShared: boolean): Bounds {
  return {
    read: { running: Math.max(32, 4 * connections), waiting: 2000, waitMs: 30_000 },
    // Many at once share a statement where they are about one meme.
    write: { running: Math.max(128, 4 * connections), waiting: 2000, waitMs: 30_000 },
    // Their bodies are not read while they wait.
    upload: { running: 32, waiting: 256, waitMs: 30_000, strained: 2, ...(isShared ? { perNetwork: 96 } : {}) },
    media: { running: 400, waiting: 2000, waitMs: 30_000 },
  }
}

export interface GateFigures {
  running: number
  waiting: number
  refused: number
}

interface Waiting {
  network: string
  enter(): void
  refuse(): void
}

/** Retry-After in seconds; spread, so that those who were refused together do not come back together. */
const retryAfter = (kind: RequestKind) => (kind === 'upload' ? 10 : 2) + Math.floor(Math.random() * 5)
/** While the process is strained nothing needs to end before it no longer is. */
const LOOK_AGAIN_MS = 500

class KindGate {
  readonly #kind: RequestKind
  readonly #bounds: KindBounds
  readonly #pressure: Pick<Pressure, 'isStrained' | 'isOverloaded'>
  readonly #queue = new Set<Waiting>()
  readonly #networks = new Map<string, number>()
  #running = 0
  #refused = 0
  #again: NodeJS.Timeout | undefined

  constructor(kind: RequestKind, bounds: KindBounds, pressure: Pick<Pressure, 'isStrained' | 'isOverloaded'>) {
    this.#kind = kind
    this.#bounds = bounds
    this.#pressure = pressure
  }

  figures(): GateFigures {
    return { running: this.#running, waiting: this.#queue.size, refused: this.#refused }
  }

  isFull(): boolean {
    return this.#queue.size >= this.#bounds.waiting
  }

  isJammed(): boolean {
    return this.#queue.size > 0 && this.isFull()
  }

  enterNow(network: string): (() => void) | undefined {
    if (this.#queue.size > 0 || this.#running >= this.#most() || !this.#mayCome(network)) return undefined
    this.#networks.set(network, (this.#networks.get(network) ?? 0) + 1)
    this.#running += 1
    return this.#leaver(network)
  }

  async enter(network: string, signal?: AbortSignal): Promise<() => void> {
    const atOnce = this.enterNow(network)
    if (atOnce) return atOnce
    if (!this.#mayCome(network) || this.isFull()) throw this.#refusal()
    this.#networks.set(network, (this.#networks.get(network) ?? 0) + 1)
    await this.#wait(network, signal)
    return this.#leaver(network)
  }

  #mayCome(network: string): boolean {
    const most = this.#bounds.perNetwork ?? Number.POSITIVE_INFINITY
    return !this.#pressure.isOverloaded() && (this.#networks.get(network) ?? 0) < most
  }

  #leaver(network: string): () => void {
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#running -= 1
      this.#forget(network)
      this.#letIn()
    }
  }

  #wait(network: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', waiting.refuse)
        this.#queue.delete(waiting)
      }
      const waiting: Waiting = {
        network,
        enter: () => {
          leave()
          this.#running += 1
          resolve()
        },
        refuse: () => {
          leave()
          this.#forget(network)
          reject(this.#refusal())
        },
      }
      const timer = setTimeout(waiting.refuse, this.#bounds.waitMs)
      signal?.addEventListener('abort', waiting.refuse, { once: true })
      this.#queue.add(waiting)
      this.#again ??= setTimeout(() => this.#lookAgain(), LOOK_AGAIN_MS).unref()
    })
  }

  #lookAgain(): void {
    this.#again = undefined
    this.#letIn()
    if (this.#queue.size > 0) this.#again = setTimeout(() => this.#lookAgain(), LOOK_AGAIN_MS).unref()
  }

  #letIn(): void {
    for (const waiting of this.#queue) {
      if (this.#running >= this.#most()) return
      waiting.enter()
    }
  }

  #most(): number {
    const { running, strained } = this.#bounds
    return strained !== undefined && this.#pressure.isStrained() ? strained : running
  }

  #forget(network: string): void {
    const left = (this.#networks.get(network) ?? 1) - 1
    if (left > 0) this.#networks.set(network, left)
    else this.#networks.delete(network)
  }

  #refusal(): AppError {
    this.#refused += 1
    return new AppError('server.busy', { retryAfterSeconds: retryAfter(this.#kind) })
  }
}

/** Lets requests of each kind in: so many at once, so many waiting, each for so long. */
export interface Gate {
  /** As `enter`, for who neither has to wait nor is refused; undefined for others. */
  enterNow(kind: RequestKind, network: string): (() => void) | undefined
  /**
   * Resolves when the request may go on, with a function to call when it has ended.
   * @param signal aborted when the client has gone
   * @throws AppError server.busy
   */
  enter(kind: RequestKind, network: string, signal?: AbortSignal): Promise<() => void>
  /** Whether this node should get no more requests for now. */
  isOverloaded(): boolean
  figures(kind: RequestKind): GateFigures
}

export function createGate(bounds: Bounds, pressure: Pick<Pressure, 'isStrained' | 'isOverloaded'>): Gate {
  const gates = Object.fromEntries(
    REQUEST_KINDS.map((kind) => [kind, new KindGate(kind, bounds[kind], pressure)]),
  ) as Record<RequestKind, KindGate>
  return {
    enterNow: (kind, network) => gates[kind].enterNow(network),
    enter: (kind, network, signal) => gates[kind].enter(network, signal),
    isOverloaded: () => pressure.isOverloaded() || gates.read.isJammed(),
    figures: (kind) => gates[kind].figures(),
  }
}
