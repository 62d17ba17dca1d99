import type { TagCount } from '#contract/memes/tags.ts'
import { fold } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findAllAliases } from './alias-queries.ts'
import { type CountedTag, countShown, countTags, findTrendingTags } from './queries.ts'

/** Maximum number of tags to cache for completion; rarer tags are not worth completing. */
const KNOWN_MAX = 5000
const LISTED_MAX = 30
const COMPLETIONS_MAX = 8
/** Over-fetch by this factor, since a member may hide some tags. */
const SPARE = 2
const FRESH_MS = 60_000

interface KnownTags {
  /** Most frequent first, with the folded forms of the tag and its aliases. */
  all: (CountedTag & { folded: string[] })[]
  /**
   * Tags of trending memes, filled up with the most frequent ones. Excludes tags that only sensitive memes have, because these
   * tags are shown without a search.
   */
  today: CountedTag[]
}

/**
 * Returns the most used tags; with `period: 'day'` those of today's trending memes; with `q` those that begin with it, regardless
 * of case and marks. Counts are cached for a minute.
 */
export async function listTags(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Viewer,
  { q, period }: { q?: string | undefined; period?: 'day' | undefined } = {},
): Promise<TagCount[]> {
  const { all, today } = await knownTags(deps)
  if (q !== undefined) {
    const typed = fold(q.replace(/^#/, ''))
    const begun = all.filter(({ folded }) => folded.some((one) => one.startsWith(typed)))
    return shownOf(deps.db, viewer, begun, COMPLETIONS_MAX)
  }
  return shownOf(deps.db, viewer, period === 'day' ? today : all, LISTED_MAX)
}

/** Returns those of the tags that are in use, also rare ones and those of the last minute, which `knownTags` does not have. */
export const usedTags = ({ db }: Pick<Deps, 'db'>, tags: readonly string[]): Promise<CountedTag[]> =>
  tags.length === 0 ? Promise.resolve([]) : countTags(db, tags.length, tags)

/** Counts the memes that the viewer sees, without tags that only memes of hidden people or kinds have. */
export async function shownOf(db: Db, viewer: Viewer, tags: readonly CountedTag[], limit: number): Promise<TagCount[]> {
  return (await countShown(db, viewer, tags.slice(0, limit * SPARE))).slice(0, limit)
}

/** Returns the tags in use, cached for a minute. */
export function knownTags({ db, caches }: Pick<Deps, 'db' | 'caches'>): Promise<KnownTags> {
  const cache = caches.open<KnownTags>({ name: 'tags', max: 1, freshMs: FRESH_MS, topics: ['memeVisibilityChanged'] })
  return cache.fetch('', () => readTags({ db }))
}

async function readTags({ db }: Pick<Deps, 'db'>): Promise<KnownTags> {
  const [counted, trending, aliases] = await Promise.all([
    countTags(db, KNOWN_MAX),
    findTrendingTags(db, LISTED_MAX),
    findAllAliases(db),
  ])
  const aliasesOf = Map.groupBy(aliases, ({ tag }) => tag)
  const known = new Map(counted.map((one) => [one.tag, one]))
  const rare = await usedTags(
    { db },
    trending.filter((tag) => !known.has(tag)),
  )
  for (const one of rare) known.set(one.tag, one)
  const harmless = counted.filter((one) => one.harmless > 0).map(({ tag }) => tag)
  const today = [...new Set([...trending, ...harmless])].slice(0, LISTED_MAX * SPARE)
  return {
    all: counted.map((one) => ({
      ...one,
      folded: [fold(one.tag), ...(aliasesOf.get(one.tag) ?? []).map(({ folded }) => folded)],
    })),
    today: today.flatMap((tag) => known.get(tag) ?? []),
  }
}
