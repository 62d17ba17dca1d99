import { EACH_CREATOR, EACH_TAG, SOURCE_LIMITS } from '../candidate-queries.ts'
import type { Candidate } from '../rules.ts'
import type { Interests } from '../taste.ts'
import type { Source, SourceMemes } from './source-queries.ts'
import type { Sources } from './sources.ts'

/** A meme from the viewer's own sources, with its relation strengths for ranking. */
interface Chosen extends Pick<Candidate, 'taste' | 'alike' | 'isFollowed'> {
  id: string
  key: number
}

/**
 * Returns unseen memes from the viewer's interests, within the limits of `findCandidates`: the strongest neighbors by taste and
 * lookalikes of liked memes, the best and newest of their tags, and the newest of liked and followed creators.
 */
export function choosePersonal(
  interests: Interests,
  sources: Pick<Sources, 'of' | 'newestOf'>,
  following: SourceMemes,
  isPast: (key: number) => boolean,
): Chosen[] {
  const chosen = new Map<string, Chosen>()
  const choose = (id: string, key: number): Chosen => {
    const known = chosen.get(id)
    if (known) return known
    const made = { id, key, taste: 0, alike: 0, isFollowed: false }
    chosen.set(id, made)
    return made
  }
  for (const { id, key, worth } of strongest(interests, sources, 'taste', isPast)) choose(id, key).taste = worth
  for (const { id, key, worth } of strongest(interests, sources, 'similar', isPast)) choose(id, key).alike = worth
  const first = ({ ids, keys }: SourceMemes, max: number): Chosen[] => {
    const taken: Chosen[] = []
    for (let at = 0; at < ids.length && taken.length < max; at += 1) {
      const [id = '', key = 0] = [ids[at], keys[at]]
      if (!isPast(key)) taken.push(choose(id, key))
    }
    return taken
  }
  for (const tag of interests.tags) {
    first(sources.of('best', tag), EACH_TAG.best)
    first(sources.newestOf(tag), EACH_TAG.newest)
  }
  let left: number = SOURCE_LIMITS.creators
  for (const creator of interests.creators)
    left -= first(sources.of('creator', creator), Math.min(left, EACH_CREATOR)).length
  for (const one of first(following, SOURCE_LIMITS.following)) one.isFollowed = true
  return [...chosen.values()]
}

/** Returns the memes most related to liked ones, by the sum of relation strength times recency of the like. */
function strongest(
  { liked }: Interests,
  sources: Pick<Sources, 'of'>,
  source: Source & ('taste' | 'similar'),
  isPast: (key: number) => boolean,
): { id: string; key: number; worth: number }[] {
  const sums = new Map<number, { id: string; key: number; worth: number }>()
  for (const { id: likedId, weight } of liked) {
    const { ids, keys, strengths } = sources.of(source, likedId)
    for (let at = 0; at < ids.length; at += 1) {
      const [id = '', key = 0, worth = 0] = [ids[at], keys[at], strengths[at]]
      const sum = sums.get(key)
      if (sum) sum.worth += worth * weight
      else if (!isPast(key)) sums.set(key, { id, key, worth: worth * weight })
    }
  }
  return [...sums.values()].sort((a, b) => b.worth - a.worth).slice(0, SOURCE_LIMITS[source])
}
