import type { TagCount } from '#contract/tags.ts'
import { fold } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { countTags, findTrendingTags } from './queries.ts'

/** So many tags are known for completion; nobody types what is rarer. */
const KNOWN_MAX = 5000
const LISTED_MAX = 30
const COMPLETIONS_MAX = 8
const FRESH_MS = 60_000

interface KnownTags {
  /** The most frequent first. */
  all: { tag: string; count: number; folded: string }[]
  /** Those of the memes that trend, filled up with the most frequent. */
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
  { q, period }: { q?: string | undefined; period?: 'day' | undefined } = {},
): Promise<TagCount[]> {
  const { all, today } = await knownTags(deps)
  if (q !== undefined) {
    const typed = fold(q.replace(/^#/, ''))
    return all
      .filter(({ folded }) => folded.startsWith(typed))
      .slice(0, COMPLETIONS_MAX)
      .map(withoutFolded)
  }
  return period === 'day' ? today : all.slice(0, LISTED_MAX).map(withoutFolded)
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
  const today = [...new Set([...trending, ...counted.map(({ tag }) => tag)])].slice(0, LISTED_MAX)
  return {
    all: counted.map((one) => ({ ...one, folded: fold(one.tag) })),
    today: today.map((tag) => ({ tag, count: counts.get(tag) ?? 0 })),
  }
}
