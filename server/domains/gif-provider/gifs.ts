import type { Meme } from '#contract/memes/memes.ts'
import { PERIODS, Period } from '#contract/memes/trending.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Visitor } from '#server/platform/viewer.ts'
import { showMemes } from '../memes/lists/list-memes.ts'
import { readPosition, writePosition } from '../search/query/cursor.ts'
import { suggest } from '../search/query/suggest.ts'
import { searchByText } from '../search/search-by-text.ts'
import { getTag, listMemesOfTag } from '../tags/get-tag.ts'
import { listTags } from '../tags/list-tags.ts'
import { listTrendingMemes } from '../trending/list-trending.ts'

export type GifDeps = Pick<Deps, 'config' | 'db' | 'blobs' | 'caches' | 'log' | 'meaning'>

export interface GifPage {
  memes: Meme[]
  /** Continues behind the page; empty at the end. */
  next: string
}

export interface Category {
  tag: string
  meme: Meme
}

/** Lists that continue by number return no memes beyond this one. */
const NUMBERED_MAX = 500
const CATEGORIES_MAX = 20

export type Gifs = ReturnType<typeof createGifs>

/**
 * Returns the site's lists for all formats.
 * @param viewer a visitor with filters that hide sensitive memes
 */
export function createGifs(deps: GifDeps, viewer: Visitor) {
  async function search(q: string, limit: number, pos = ''): Promise<GifPage> {
    const { memes, nextCursor } = await searchByText(deps, viewer, { q, limit, ...readPosition(pos) })
    return { memes, next: writePosition(nextCursor) }
  }

  /** Trending memes of the shortest period with any gains: on a quiet site, some days have none. */
  async function featured(limit: number, pos = ''): Promise<GifPage> {
    const [, of = '', cursor] = /^(\w+):(.+)$/.exec(pos) ?? []
    const period = Period.safeParse(of).data
    if (pos !== '' && period === undefined) throw new AppError('cursor.invalid')
    for (const one of period ? [period] : PERIODS) {
      const { memes, nextCursor } = await listTrendingMemes(deps, viewer, { period: one, limit, cursor })
      if (memes.length > 0 || period)
        return { memes: memes.map(({ meme }) => meme), next: nextCursor === null ? '' : `${one}:${nextCursor}` }
    }
    return { memes: [], next: '' }
  }

  async function categoryOf(tag: string): Promise<Category[]> {
    const [meme] = await listMemesOfTag(deps, viewer, tag, 1)
    return meme ? [{ tag, meme }] : []
  }

  const todaysTags = async () => (await listTags(deps, viewer, { period: 'day' })).map(({ tag }) => tag)

  const completions = async (q: string) =>
    (await suggest(deps, viewer, q)).filter(({ kind }) => kind !== 'user').map(({ text }) => text)

  return {
    search,
    featured,
    todaysTags,
    completions,
    byIds: (ids: readonly string[]): Promise<Meme[]> => showMemes(deps, viewer, 'featured', ids),
    /** Today's tags with a picture. */
    async categories(): Promise<Category[]> {
      const tags = (await todaysTags()).slice(0, CATEGORIES_MAX)
      return (await Promise.all(tags.map(categoryOf))).flat()
    },
    /** Searches after this one: tags of the same memes, otherwise completions. */
    async related(q: string): Promise<string[]> {
      const { related } = await getTag(deps, viewer, q.replace(/^#/, '').trim())
      return related.length > 0 ? related.map(({ tag }) => tag) : completions(q)
    },
    /**
     * The part of a list after `offset` memes, for formats that continue by number. Lists have no total: it counts one more page
     * while there is one.
     */
    async numbered(
      list: (limit: number) => Promise<GifPage>,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ memes: Meme[]; hasNext: boolean; total: number }> {
      const end = Math.min(NUMBERED_MAX, offset + limit)
      const { memes, next } = await list(end)
      const hasNext = next !== '' && end < NUMBERED_MAX
      const total = hasNext ? Math.min(NUMBERED_MAX, end + limit) : memes.length
      return { memes: memes.slice(offset), hasNext, total }
    },
  }
}
