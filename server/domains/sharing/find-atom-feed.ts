import type { Language } from '#contract/languages.ts'
import { PERSONAL_PAGE_SIZE } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { SearchFilters } from '#contract/memes/search.ts'
import { PERIODS } from '#contract/memes/trending.ts'
import { PAGES } from '#contract/pages.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { textsOf } from '#server/platform/texts/texts.ts'
import { harmlessVisitorIn, type Visitor, visitorIn } from '#server/platform/viewer.ts'
import { listUserMemes } from '../memes/list-user-memes.ts'
import { searchByText } from '../search/search-by-text.ts'
import { getTag, listMemesOfTag } from '../tags/get-tag.ts'
import { listTrendingMemes } from '../trending/list-trending.ts'
import { getUserCard } from '../users/get-user.ts'
import type { MemeFeed } from './feeds.ts'
import { searchPath, tagPath, userPath } from './meme-facts.ts'

type FeedDeps = Pick<Deps, 'config' | 'db' | 'caches' | 'log' | 'meaning'>

const ITEMS = PERSONAL_PAGE_SIZE

/**
 * Returns the list for a feed's address, without sensitive memes, because feed readers show pictures automatically. Throws
 * AppError if there is none.
 */
export async function findAtomFeed(
  deps: FeedDeps,
  of:
    | { kind: 'trending' }
    | { kind: 'user'; name: string }
    | { kind: 'tag'; name: string }
    | { kind: 'search'; q: string; filters: SearchFilters },
  language: Language,
): Promise<MemeFeed> {
  const t = textsOf('sharing', language)
  const viewer = harmlessVisitorIn(language)
  if (of.kind === 'trending') {
    const memes = await trending(deps, viewer)
    return { title: t('trending'), path: PAGES.trending, feedPath: '/feeds/trending', language, memes }
  }
  if (of.kind === 'user') {
    const user = await getUserCard(deps, viewer, of.name)
    const order = { sortBy: 'createdAt', sortOrder: 'desc', limit: ITEMS } as const
    const { memes } = await listUserMemes(deps, viewer, user._id, order)
    const path = userPath(user.username)
    return { title: t('userFeed', { name: user.displayName }), path, feedPath: `/feeds${path}`, language, memes }
  }
  if (of.kind === 'tag') {
    const { tag, count } = await getTag(deps, visitorIn(language), of.name)
    if (count === 0) throw new AppError('request.notFound')
    const path = tagPath(tag)
    const memes = await listMemesOfTag(deps, viewer, tag, ITEMS)
    return { title: t('tag', { tag }), path, feedPath: `/feeds${path}`, language, memes }
  }
  const { memes } = await searchByText(deps, viewer, { q: of.q, ...of.filters, limit: ITEMS })
  const query = new URLSearchParams({ q: of.q })
  for (const [name, value] of Object.entries(of.filters)) if (value !== undefined) query.set(name, String(value))
  return {
    title: t('search', { text: of.q }),
    path: searchPath(of.q, of.filters),
    feedPath: `/feeds/search?${query}`,
    language,
    memes,
  }
}

/** Uses the shortest period with any gains: on a quiet site, some days have none. */
async function trending(deps: FeedDeps, viewer: Visitor): Promise<Meme[]> {
  for (const period of PERIODS) {
    const { memes } = await listTrendingMemes(deps, viewer, { period, limit: ITEMS })
    if (memes.length > 0) return memes.map(({ meme }) => meme)
  }
  return []
}
