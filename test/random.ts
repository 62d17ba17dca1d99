import { randomInt } from 'node:crypto'

export interface Random {
  /** A number from 0 to 1. */
  next(): number
  /** True with this probability. */
  chance(share: number): boolean
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  /** Normally distributed around 0 with a standard deviation of 1. */
  normal(): number
}

/** Seeded random numbers (mulberry32), so that a run can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick(list) {
      const picked = list[below(list.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** A different sequence in every run, unless SEED gives the one to repeat; prints its seed, labeled `what`. */
export function createPrintedRandom(what: string): Random {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
  console.log(`${what}: SEED=${seed}`)
  return createRandom(seed)
}
