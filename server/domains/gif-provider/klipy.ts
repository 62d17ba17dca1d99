import * as z from 'zod'
import type { Meme } from '#contract/memes/memes.ts'
import { SearchQuery } from '#contract/memes/search.ts'
import { Id } from '#contract/primitives.ts'
import {
  CATEGORIES_SHARED_SECONDS,
  countUpTo,
  type GifContext,
  type GifFormat,
  gifCall,
  Ids,
  LIST_SHARED_SECONDS,
} from './gif-call.ts'
import type { Media, MediaKind } from './media.ts'

/** Klipy's names of sizes. */
const FILES = {
  hd: { gif: 'gif', webp: 'webp' },
  md: { gif: 'mediumgif', webp: 'tinywebp' },
  sm: { gif: 'tinygif', webp: 'tinywebp' },
  xs: { gif: 'nanogif', webp: 'tinywebp' },
} as const satisfies Record<string, { gif: MediaKind; webp: MediaKind }>

const PAGES_MAX = 1000
const ListQuery = z.object({
  page: countUpTo(PAGES_MAX, 1),
  per_page: countUpTo(50, 24),
})
type ListQuery = z.output<typeof ListQuery>

/** Ids are numbers there; its clients address items by their slug. The last 13 digits of an id are random. */
const numberOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(-13), 16)

const toFile = ({ url, width, height, bytes }: Media) => ({ url, width, height, size: bytes })

async function itemsOf(memes: readonly Meme[], { media }: GifContext): Promise<object[]> {
  const fileOf = await media(memes)
  return memes.map((meme) => ({
    id: numberOf(meme._id),
    slug: meme._id,
    title: meme.name,
    type: 'gif',
    tags: meme.tag,
    blur_preview: '',
    file: Object.fromEntries(
      Object.entries(FILES).map(([name, { gif, webp }]) => [
        name,
        { gif: toFile(fileOf(meme, gif)), webp: toFile(fileOf(meme, webp)) },
      ]),
    ),
  }))
}

async function page(
  list: (limit: number) => ReturnType<GifContext['gifs']['search']>,
  { page: number, per_page }: ListQuery,
  context: GifContext,
) {
  const offset = (number - 1) * per_page
  const { memes, hasNext } = await context.gifs.numbered(list, { offset, limit: per_page })
  return {
    result: true,
    data: { data: await itemsOf(memes, context), current_page: number, per_page, has_next: hasNext },
  }
}

export const klipy: GifFormat = {
  base: '/gif/klipy/api/v1/:key',
  keyName: 'key',
  failure: ({ message }) => ({ result: false, errors: { message: [message] } }),
  calls: [
    gifCall({
      path: '/gifs/search',
      query: ListQuery.extend({ q: SearchQuery }),
      shared: LIST_SHARED_SECONDS,
      answer: ({ q, ...query }, context) => page((limit) => context.gifs.search(q, limit), query, context),
    }),
    gifCall({
      path: '/gifs/trending',
      query: ListQuery,
      shared: LIST_SHARED_SECONDS,
      answer: (query, context) => page((limit) => context.gifs.featured(limit), query, context),
    }),
    gifCall({
      path: '/gifs/categories',
      query: z.object({}),
      shared: CATEGORIES_SHARED_SECONDS,
      answer: async (_, context) => {
        const found = await context.gifs.categories()
        const fileOf = await context.media(found.map(({ meme }) => meme))
        const categories = found.map(({ tag, meme }) => ({
          category: tag,
          query: tag,
          preview_url: fileOf(meme, 'tinygif').url,
        }))
        return { result: true, data: { locale: context.language, categories } }
      },
    }),
    gifCall({
      path: '/gifs/items',
      query: z.union([z.object({ slugs: Ids }), z.object({ ids: Ids }).transform(({ ids }) => ({ slugs: ids }))]),
      shared: LIST_SHARED_SECONDS,
      answer: async ({ slugs }, context) => ({
        result: true,
        data: { data: await itemsOf(await context.gifs.byIds(slugs), context), has_next: false },
      }),
    }),
    gifCall({
      method: 'POST',
      path: '/gifs/share/:id',
      query: z.object({ id: Id }),
      shared: 0,
      answer: async ({ id }, context) => {
        await context.share(id)
        return { result: true, data: {} }
      },
    }),
  ],
}
