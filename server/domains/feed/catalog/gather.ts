import { SOURCE_LIMITS } from '../candidate-queries.ts'
import { type Candidate, chance } from '../rules.ts'
import type { FeedCatalog } from './catalog.ts'
import type { KnownMeme } from './known-meme.ts'
import type { PersonalMeme } from './profiles.ts'
import type { ViewerState } from './viewer-state-queries.ts'

/** Minimum unseen proven memes to make a page from memory. Viewers who have seen more of them get a database query instead. */
const PROVEN_MIN = 100

export interface Gathering {
  state: Pick<ViewerState, 'shown' | 'past' | 'served'>
  /** Memes that the viewer acted on or skipped. */
  actedKeys: Float64Array
  personal: readonly PersonalMeme[]
  isOffered: (meme: KnownMeme) => boolean
  /** Minimum candidates: enough for this page in any order, and to detect whether another follows. */
  atLeast: number
  /** Seeds the choice of random memes. */
  seed: string
}

/**
 * Gathers a page's candidates from memory, with the same sources, limits and flags as `findCandidates`. Returns null if the
 * catalog may hold too few memes that this viewer has not seen.
 */
export function gather(catalog: FeedCatalog, input: Gathering): Candidate[] | null {
  const { state, actedKeys, personal } = input
  const shown = new Set(state.shown)
  const acted = new Set(actedKeys)
  const served = new Set(state.served)
  const found = new Map<number, Candidate>()
  const add = (meme: KnownMeme, isOrdinary: boolean, isSeen = false): void => {
    const known = found.get(meme.key)
    if (known) known.isOrdinary ||= isOrdinary
    else found.set(meme.key, toCandidate(meme, { isOrdinary, isSeen, isServed: served.has(meme.key) }))
  }
  const isSeen = ({ key }: KnownMeme) => state.past.has(key) || acted.has(key)
  const isUnseen = (meme: KnownMeme) => !isSeen(meme) && input.isOffered(meme)
  const take = (positions: readonly number[], max: number, isOrdinary: boolean, from = 0): number => {
    let count = 0
    for (let step = 0; step < positions.length && count < max; step += 1) {
      const meme = catalog.memes[positions[(from + step) % positions.length] ?? 0]
      if (!meme || !isUnseen(meme)) continue
      add(meme, isOrdinary)
      count += 1
    }
    return count
  }

  const proven = take(catalog.best, SOURCE_LIMITS.popular, false)
  take(catalog.newest, SOURCE_LIMITS.fresh, true)
  const from = Math.floor(chance(input.seed, 'from anywhere') * catalog.random.length)
  take(catalog.random, SOURCE_LIMITS.explore, true, from)
  for (const { meme, taste, alike, isFollowed } of personal) {
    if (!isUnseen(meme)) continue
    add(meme, false)
    Object.assign(found.get(meme.key) ?? {}, { taste, alike, isFollowed })
  }
  if (!catalog.isWhole) return proven >= PROVEN_MIN && found.size >= input.atLeast ? [...found.values()] : null
  let left = input.atLeast
  for (const position of catalog.newest) {
    const meme = catalog.memes[position]
    if (!meme || shown.has(meme.key) || !input.isOffered(meme)) continue
    add(meme, true, isSeen(meme))
    left -= 1
    if (left === 0) break
  }
  return [...found.values()]
}

const toCandidate = (meme: KnownMeme, marks: Pick<Candidate, 'isOrdinary' | 'isSeen' | 'isServed'>): Candidate => ({
  ...meme,
  taste: 0,
  alike: 0,
  isFollowed: false,
  ...marks,
})
