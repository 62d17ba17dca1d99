import type { TagCount } from '#contract/tags.ts'
import { fold } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { countTags, findShownTags, findTrendingTags } from './queries.ts'

/** So many tags are known for completion; nobody types what is rarer. */
const KNOWN_MAX = 5000
const LISTED_MAX = 30
const COMPLETIONS_MAX = 8
/** So many times as many are looked at, since a member may hide some. */
const SPARE = 2
const FRESH_MS = 60_000

interface KnownTags {
  /** The most frequent first. */
  all: { tag: string; count: number; folded: string }[]
  /** Those of the memes that trend, filled up with the most frequent; without tags of sensitive memes alone, as they are shown unasked. */
  today: TagCount[]
}

let cached: { expires: number; tags: Promise<KnownTags>; db: unknown } | undefined

/** Discards the cached tags, so that tags of deleted content disappear at once. */
export function forgetTags(): void {
  cached = undefined
}

/**
 * The tags in use most; those of today's memes with `period: 'day'`; those that begin with `q`, without regard to case and
 * marks. Counted once a minute.
 */
export async function listTags(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  { q, period }: { q?: string | undefined; period?: 'day' | undefined } = {},
): Promise<TagCount[]> {
  const { all, today } = await knownTags(deps)
  if (q !== undefined) {
    const typed = fold(q.replace(/^#/, ''))
    const begun = all.filter(({ folded }) => folded.startsWith(typed))
    return shownOf(deps.db, viewer, begun, COMPLETIONS_MAX)
  }
  return shownOf(deps.db, viewer, period === 'day' ? today : all, LISTED_MAX)
}

/** A member who hides people or kinds is not offered the tags that only their memes have. */
async function shownOf(db: Db, viewer: Viewer, tags: readonly TagCount[], limit: number): Promise<TagCount[]> {
  const asked = tags.slice(0, limit * SPARE)
  const shown = await findShownTags(
    db,
    viewer,
    asked.map(({ tag }) => tag),
  )
  return asked
    .filter(({ tag }) => shown.has(tag))
    .slice(0, limit)
    .map(withoutFolded)
}

const withoutFolded = ({ tag, count }: TagCount): TagCount => ({ tag, count })

function knownTags({ db }: Pick<Deps, 'db'>): Promise<KnownTags> {
  if (!cached || cached.expires < Date.now() || cached.db !== db) {
    cached = { expires: Date.now() + FRESH_MS, tags: readTags({ db }), db }
    cached.tags.catch(() => {
      cached = undefined
    })
  }
  return cached.tags
}

async function readTags({ db }: Pick<Deps, 'db'>): Promise<KnownTags> {
  const [counted, trending] = await Promise.all([countTags(db, KNOWN_MAX), findTrendingTags(db, LISTED_MAX)])
  const counts = new Map(counted.map(({ tag, count }) => [tag, count]))
  const harmless = counted.filter(({ isHarmless }) => isHarmless).map(({ tag }) => tag)
  const today = [...new Set([...trending, ...harmless])].slice(0, LISTED_MAX * SPARE)
  return {
    all: counted.map((one) => ({ ...one, folded: fold(one.tag) })),
    today: today.map((tag) => ({ tag, count: counts.get(tag) ?? 0 })),
  }
}
