import { AppError } from '../errors.ts'
import type { Pressure } from './pressure.ts'

/** Request kinds. Each has a separate queue, so that no kind delays another. */
export const REQUEST_KINDS = ['read', 'write', 'upload', 'media'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export interface KindBounds {
  /** Maximum concurrent requests. */
  running: number
  /** Maximum queued requests; more are rejected. */
  waiting: number
  /** Maximum wait before rejection, in milliseconds. */
  waitMs: number
  /** Maximum running and queued requests per network; default: unlimited. */
  perNetwork?: number
  /**
   * Maximum concurrent requests per owner; with `perNetwork`, also per network, since one person can have many sessions. Further
   * requests wait, and those of owners and networks with fewer running requests go first.
   */
  perOwner?: number
  /** Maximum concurrent requests while the process is strained. */
  strained?: number
}
export type Bounds = Record<RequestKind, KindBounds>

/** Share of a kind's places that one network can hold: the rest is for others, whatever this network does. */
const NETWORK_SHARE = 0.75

/**
 * @param connections database connections that requests share: more statements would only queue for them
 * @param isShared whether to divide places fairly between networks
 */
export function boundsFor(connections: number, isShared: boolean): Bounds {
  const bounds: Bounds = {
    read: { running: Math.max(32, 4 * connections), waiting: 2000, waitMs: 30_000 },
    // Concurrent writes on one meme can share a statement.
    write: { running: Math.max(128, 4 * connections), waiting: 2000, waitMs: 30_000 },
    // Bodies are not read while requests wait.
    upload: { running: 32, waiting: 256, waitMs: 30_000, perOwner: 24, strained: 2 },
    media: { running: 400, waiting: 2000, waitMs: 30_000 },
  }
  if (isShared)
    for (const kind of REQUEST_KINDS) {
      const { running, waiting } = bounds[kind]
      const most = Math.floor(running * NETWORK_SHARE)
      bounds[kind] = { ...bounds[kind], perOwner: most, perNetwork: Math.floor((running + waiting) / 3) }
    }
  return bounds
}

export interface GateFigures {
  running: number
  waiting: number
  refused: number
}

interface Waiting {
  network: string
  owner: string
  enter(): void
  refuse(): void
}

/** Returns Retry-After in seconds, with jitter so that clients rejected together do not retry together. */
const retryAfter = (kind: RequestKind) => (kind === 'upload' ? 10 : 2) + Math.floor(Math.random() * 5)
/** Recheck on a timer, in milliseconds: pressure can drop without any request finishing. */
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
  readonly #runningNetworks = new Map<string, number>()
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

  isContended(): boolean {
    return this.#running >= this.#most() && this.#next() !== undefined
  }

  enterNow(network: string, owner: string): (() => void) | undefined {
    if (this.#running >= this.#most() || this.#next() || !this.#mayRun(network, owner) || !this.#mayCome(network))
      return undefined
    count(this.#networks, network, 1)
    this.#run(network, owner)
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

  #run(network: string, owner: string): void {
    this.#running += 1
    count(this.#owners, owner, 1)
    count(this.#runningNetworks, network, 1)
  }

  /** Returns the number of running requests of an owner, or of their network if it has more. */
  #runningOf(network: string, owner: string): number {
    const ofOwner = this.#owners.get(owner) ?? 0
    return this.#bounds.perNetwork === undefined ? ofOwner : Math.max(ofOwner, this.#runningNetworks.get(network) ?? 0)
  }

  #mayRun(network: string, owner: string): boolean {
    return this.#runningOf(network, owner) < (this.#bounds.perOwner ?? Number.POSITIVE_INFINITY)
  }

  /** Returns the next waiting request: the first, or with per-owner limits, the first of those with the fewest running requests. */
  #next(): Waiting | undefined {
    if (this.#bounds.perOwner === undefined) return this.#queue.values().next().value
    let next: Waiting | undefined
    let fewest = this.#bounds.perOwner
    for (const waiting of this.#queue) {
      const running = this.#runningOf(waiting.network, waiting.owner)
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
      count(this.#runningNetworks, network, -1)
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
        network,
        owner,
        enter: () => {
          leave()
          this.#run(network, owner)
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

/** Admits requests by kind, with limits for running requests, queued requests and waiting time. */
export interface Gate {
  /** Like `enter`, but synchronous; returns undefined if the request would have to wait or be rejected. */
  enterNow(kind: RequestKind, network: string, owner?: string): (() => void) | undefined
  /**
   * Resolves once the request may proceed, with a function to call when it ends.
   * @param owner the request's owner; default: the network
   * @param signal aborted when the client disconnects
   * @throws AppError server.busy
   */
  enter(kind: RequestKind, network: string, more?: { owner?: string; signal?: AbortSignal }): Promise<() => void>
  /** Returns true if this node should receive no more requests for now. */
  isOverloaded(): boolean
  /** Returns true if a request waits only because all places are taken. */
  isContended(kind: RequestKind): boolean
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
    isContended: (kind) => gates[kind].isContended(),
    figures: (kind) => gates[kind].figures(),
  }
}
