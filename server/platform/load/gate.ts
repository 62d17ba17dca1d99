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
  /** Of those at once, how many one owner may have; the rest of theirs wait, and owners with fewer go first. */
  perOwner?: number
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
    upload: {
      running: 32,
      waiting: 256,
      waitMs: 30_000,
      perOwner: 24,
      strained: 2,
      ...(isShared ? { perNetwork: 96 } : {}),
    },
    media: { running: 400, waiting: 2000, waitMs: 30_000 },
  }
}

export interface GateFigures {
  running: number
  waiting: number
  refused: number
}

interface Waiting {
  owner: string
  enter(): void
  refuse(): void
}

/** Retry-After in seconds; spread, so that those who were refused together do not come back together. */
const retryAfter = (kind: RequestKind) => (kind === 'upload' ? 10 : 2) + Math.floor(Math.random() * 5)
/** While the process is strained nothing needs to end before it no longer is. */
const LOOK_AGAIN_MS = 500

function count(counts: Map<string, number>, key: string, step: number): void {
  const now = (counts.get(key) ?? 0) + step
  if (now > 0) counts.set(key, now)
  else counts.delete(key)
}

class KindGate {
  readonly #kind: RequestKind
  readonly #bounds: KindBounds
  readonly #pressure: Pick<Pressure, 'isStrained' | 'isOverloaded'>
  readonly #queue = new Set<Waiting>()
  readonly #networks = new Map<string, number>()
  readonly #owners = new Map<string, number>()
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

  enterNow(network: string, owner: string): (() => void) | undefined {
    if (this.#running >= this.#most() || this.#next() || !this.#mayRun(owner) || !this.#mayCome(network))
      return undefined
    count(this.#networks, network, 1)
    this.#run(owner)
    return this.#leaver(network, owner)
  }

  async enter(network: string, owner: string, signal?: AbortSignal): Promise<() => void> {
    const atOnce = this.enterNow(network, owner)
    if (atOnce) return atOnce
    if (!this.#mayCome(network) || this.isFull()) throw this.#refusal()
    count(this.#networks, network, 1)
    await this.#wait(network, owner, signal)
    return this.#leaver(network, owner)
  }

  #run(owner: string): void {
    this.#running += 1
    count(this.#owners, owner, 1)
  }

  #mayRun(owner: string): boolean {
    return (this.#owners.get(owner) ?? 0) < (this.#bounds.perOwner ?? Number.POSITIVE_INFINITY)
  }

  /** Who waits and comes next: the first, or where owners share the places, the first of the owner who has fewest. */
  #next(): Waiting | undefined {
    if (this.#bounds.perOwner === undefined) return this.#queue.values().next().value
    let next: Waiting | undefined
    let fewest = this.#bounds.perOwner
    for (const waiting of this.#queue) {
      const running = this.#owners.get(waiting.owner) ?? 0
      if (running >= fewest) continue
      next = waiting
      fewest = running
    }
    return next
  }

  #mayCome(network: string): boolean {
    const most = this.#bounds.perNetwork ?? Number.POSITIVE_INFINITY
    return !this.#pressure.isOverloaded() && (this.#networks.get(network) ?? 0) < most
  }

  #leaver(network: string, owner: string): () => void {
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#running -= 1
      count(this.#owners, owner, -1)
      count(this.#networks, network, -1)
      this.#letIn()
    }
  }

  #wait(network: string, owner: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', waiting.refuse)
        this.#queue.delete(waiting)
      }
      const waiting: Waiting = {
        owner,
        enter: () => {
          leave()
          this.#run(owner)
          resolve()
        },
        refuse: () => {
          leave()
          count(this.#networks, network, -1)
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
    while (this.#running < this.#most()) {
      const next = this.#next()
      if (!next) return
      next.enter()
    }
  }

  #most(): number {
    const { running, strained } = this.#bounds
    return strained !== undefined && this.#pressure.isStrained() ? strained : running
  }

  #refusal(): AppError {
    this.#refused += 1
    return new AppError('server.busy', { retryAfterSeconds: retryAfter(this.#kind) })
  }
}

/** Lets requests of each kind in: so many at once, so many waiting, each for so long. */
export interface Gate {
  /** As `enter`, for who neither has to wait nor is refused; undefined for others. */
  enterNow(kind: RequestKind, network: string, owner?: string): (() => void) | undefined
  /**
   * Resolves when the request may go on, with a function to call when it has ended.
   * @param owner whose request it is; without it, the network's
   * @param signal aborted when the client has gone
   * @throws AppError server.busy
   */
  enter(kind: RequestKind, network: string, more?: { owner?: string; signal?: AbortSignal }): Promise<() => void>
  /** Whether this node should get no more requests for now. */
  isOverloaded(): boolean
  figures(kind: RequestKind): GateFigures
}

export function createGate(bounds: Bounds, pressure: Pick<Pressure, 'isStrained' | 'isOverloaded'>): Gate {
  const gates = Object.fromEntries(
    REQUEST_KINDS.map((kind) => [kind, new KindGate(kind, bounds[kind], pressure)]),
  ) as Record<RequestKind, KindGate>
  return {
    enterNow: (kind, network, owner = network) => gates[kind].enterNow(network, owner),
    enter: (kind, network, { owner = network, signal } = {}) => gates[kind].enter(network, owner, signal),
    isOverloaded: () => pressure.isOverloaded() || gates.read.isJammed(),
    figures: (kind) => gates[kind].figures(),
  }
}
