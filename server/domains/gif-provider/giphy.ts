import * as z from 'zod'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { SearchQuery } from '#contract/memes/search.ts'
import { Id } from '#contract/primitives.ts'
import { newId } from '#server/platform/db/id.ts'
import { AppError } from '#server/platform/errors.ts'
import { memePath } from '../sharing/meme-facts.ts'
import { absolute } from '../sharing/page-head.ts'
import {
  CATEGORIES_SHARED_SECONDS,
  countUpTo,
  type GifContext,
  type GifFormat,
  gifCall,
  Ids,
  LIST_SHARED_SECONDS,
  Offset,
} from './gif-call.ts'
import type { MediaKind } from './media.ts'

/** Giphy's names of renditions. */
const IMAGES = {
  original: 'gif',
  downsized: 'gif',
  fixed_width: 'w200',
  fixed_height: 'h200',
  fixed_width_small: 'w100',
  fixed_height_small: 'h100',
  preview_gif: 'nanogif',
} as const satisfies Record<string, MediaKind>

const ListQuery = z.object({ limit: countUpTo(50, 25), offset: Offset })

/** Its clients refuse responses without an id. */
const meta = (status = 200, msg = 'OK') => ({ status, msg, response_id: newId() })

async function gifsOf(memes: readonly Meme[], { media, publicUrl }: GifContext): Promise<object[]> {
  const fileOf = await media(memes)
  return memes.map((meme) => ({
    type: 'gif',
    id: meme._id,
    slug: meme._id,
    url: absolute(publicUrl, memePath(meme._id)),
    embed_url: absolute(publicUrl, `/embed/${meme._id}`),
    username: meme.creator?.username ?? '',
    source: '',
    title: meme.name,
    alt_text: pictureAlt(meme),
    rating: 'g',
    is_sticker: 0,
    import_datetime: meme.createdAt.slice(0, 19).replace('T', ' '),
    tags: meme.tag,
    images: Object.fromEntries(
      Object.entries(IMAGES).map(([name, kind]) => {
        const { url, width, height, bytes, frames } = fileOf(meme, kind)
        const image = { url, width, height, size: bytes, ...(name === 'original' ? { frames } : {}) }
        return [name, Object.fromEntries(Object.entries(image).map(([field, value]) => [field, String(value)]))]
      }),
    ),
  }))
}

async function page(
  { memes, total }: { memes: Meme[]; total: number },
  { offset }: z.output<typeof ListQuery>,
  context: GifContext,
) {
  return {
    data: await gifsOf(memes, context),
    pagination: { total_count: total, count: memes.length, offset },
    meta: meta(),
  }
}

/** The pagination of a list without further pages. */
const wholeList = (count: number) => ({ total_count: count, count, offset: 0 })

const named = (names: readonly string[]) => ({
  data: names.map((name) => ({ name })),
  pagination: wholeList(names.length),
  meta: meta(),
})

export const giphy: GifFormat = {
  base: '/gif/giphy/v1',
  keyName: 'api_key',
  failure: ({ status, message }) => ({ data: [], meta: meta(status, message) }),
  calls: [
    gifCall({
      path: '/gifs/search',
      query: ListQuery.extend({ q: SearchQuery }),
      shared: LIST_SHARED_SECONDS,
      answer: async ({ q, ...query }, context) =>
        page(await context.gifs.numbered((limit) => context.gifs.search(q, limit), query), query, context),
    }),
    gifCall({
      path: '/gifs/trending',
      query: ListQuery,
      shared: LIST_SHARED_SECONDS,
      answer: async (query, context) =>
        page(await context.gifs.numbered((limit) => context.gifs.featured(limit), query), query, context),
    }),
    gifCall({
      path: '/gifs/categories',
      query: z.object({}),
      shared: CATEGORIES_SHARED_SECONDS,
      answer: async (_, context) => {
        const found = await context.gifs.categories()
        const gifs = await gifsOf(
          found.map(({ meme }) => meme),
          context,
        )
        return {
          data: found.map(({ tag }, index) => ({
            name: tag,
            name_encoded: encodeURIComponent(tag),
            subcategories: [],
            gif: gifs[index],
          })),
          pagination: wholeList(found.length),
          meta: meta(),
        }
      },
    }),
    gifCall({
      path: '/gifs/search/tags',
      query: z.object({ q: SearchQuery, limit: countUpTo(50, 5) }),
      shared: LIST_SHARED_SECONDS,
      answer: async ({ q, limit }, { gifs }) => named((await gifs.completions(q)).slice(0, limit)),
    }),
    gifCall({
      path: '/trending/searches',
      query: z.object({}),
      shared: LIST_SHARED_SECONDS,
      answer: async (_, { gifs }) => ({ data: await gifs.todaysTags(), meta: meta() }),
    }),
    gifCall({
      path: '/gifs/:id',
      query: z.object({ id: Id }),
      shared: LIST_SHARED_SECONDS,
      answer: async ({ id }, context) => {
        const [data] = await gifsOf(await context.gifs.byIds([id]), context)
        if (!data) throw new AppError('meme.notFound')
        return { data, meta: meta() }
      },
    }),
    gifCall({
      path: '/gifs',
      query: z.object({ ids: Ids }),
      shared: LIST_SHARED_SECONDS,
      answer: async ({ ids }, context) => {
        const data = await gifsOf(await context.gifs.byIds(ids), context)
        return { data, pagination: wholeList(data.length), meta: meta() }
      },
    }),
  ],
}
