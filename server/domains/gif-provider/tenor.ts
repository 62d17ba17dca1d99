import { randomInt } from 'node:crypto'
import { thumbHashToAverageRGBA } from 'thumbhash'
import * as z from 'zod'
import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { SearchQuery } from '#contract/memes/search.ts'
import { Id, optional, QueryFlag, text } from '#contract/primitives.ts'
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
} from './gif-call.ts'
import type { GifPage } from './gifs.ts'
import type { Media, MediaKind } from './media.ts'

const BASE = '/gif/tenor/v2'

/** Tenor's names of formats. */
const FORMATS = {
  gif: 'gif',
  mediumgif: 'mediumgif',
  tinygif: 'tinygif',
  nanogif: 'nanogif',
  webp: 'webp',
  tinywebp: 'tinywebp',
  preview: 'still',
} as const satisfies Record<string, MediaKind>

/** Width divided by height, as Tenor documents them. */
const RATIOS = { all: [0, Number.POSITIVE_INFINITY], wide: [0.42, 2.36], standard: [0.56, 1.78] } as const
const STATUS_NAMES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
}

const MediaFilter = optional(
  text()
    .max(500)
    .transform((value) => value.split(',').map((one) => one.trim())),
)
const ListQuery = z.object({
  limit: countUpTo(50, 20),
  pos: optional(text().max(500)),
  // Accepted and always applied at its strictest: no list has sensitive memes.
  contentfilter: optional(z.enum(['off', 'low', 'medium', 'high'])),
  media_filter: MediaFilter,
  ar_range: optional(z.enum(['all', 'wide', 'standard'])),
  random: optional(QueryFlag),
})
type ListQuery = z.output<typeof ListQuery>
const Words = z.object({ q: SearchQuery, limit: countUpTo(50, 20) })

const toMedia = ({ url, width, height, seconds, bytes }: Media) => ({
  url,
  dims: [width, height],
  duration: seconds,
  size: bytes,
})

async function results(
  memes: readonly Meme[],
  wanted: readonly string[] | undefined,
  { media, publicUrl }: GifContext,
): Promise<object[]> {
  const fileOf = await media(memes)
  const formats = Object.entries(FORMATS).filter(([name]) => !wanted || wanted.includes(name))
  return memes.map((meme) => {
    const page = absolute(publicUrl, memePath(meme._id))
    return {
      id: meme._id,
      title: meme.name,
      media_formats: Object.fromEntries(formats.map(([name, kind]) => [name, toMedia(fileOf(meme, kind))])),
      created: Date.parse(meme.createdAt) / 1000,
      content_description: pictureAlt(meme),
      itemurl: page,
      url: page,
      tags: meme.tag,
      hasaudio: false,
      bg_color: averageColor(meme.image.thumbhash),
    }
  })
}

function averageColor(thumbhash: string): string {
  const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(thumbhash, 'base64'))
  return `#${[r, g, b]
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

async function page(list: GifPage, { media_filter, ar_range, random }: ListQuery, context: GifContext) {
  const [narrowest, widest] = RATIOS[ar_range ?? 'all']
  const memes = list.memes.filter(({ image }) => {
    const ratio = image.width / image.height
    return ratio >= narrowest && ratio <= widest
  })
  const shown = random ? shuffled(memes) : memes
  return { results: await results(shown, media_filter, context), next: list.next }
}

/** Orders by random keys. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, key: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)

const listed = ({ language }: GifContext, found: readonly string[], limit: number) => ({
  locale: language,
  results: found.slice(0, limit),
})

export const tenor: GifFormat = {
  base: BASE,
  keyName: 'key',
  failure: ({ status, message }) => ({ error: { code: status, message, status: STATUS_NAMES[status] ?? 'UNKNOWN' } }),
  calls: [
    gifCall({
      path: '/search',
      query: ListQuery.extend({ q: SearchQuery }),
      shared: LIST_SHARED_SECONDS,
      answer: async (query, context) =>
        page(await context.gifs.search(query.q, query.limit, query.pos), query, context),
    }),
    gifCall({
      path: '/featured',
      query: ListQuery,
      shared: LIST_SHARED_SECONDS,
      answer: async (query, context) => page(await context.gifs.featured(query.limit, query.pos), query, context),
    }),
    gifCall({
      path: '/posts',
      query: z.object({ ids: Ids, media_filter: MediaFilter }),
      shared: LIST_SHARED_SECONDS,
      answer: async ({ ids, media_filter }, context) => ({
        results: await results(await context.gifs.byIds(ids), media_filter, context),
      }),
    }),
    gifCall({
      path: '/categories',
      query: z.object({ type: optional(z.enum(['featured', 'trending'])) }),
      shared: CATEGORIES_SHARED_SECONDS,
      answer: async (_, context) => {
        const found = await context.gifs.categories()
        const fileOf = await context.media(found.map(({ meme }) => meme))
        return {
          locale: context.language,
          tags: found.map(({ tag, meme }) => ({
            searchterm: tag,
            path: absolute(context.publicUrl, `${BASE}/search?${new URLSearchParams({ q: tag })}`),
            image: fileOf(meme, 'tinygif').url,
            name: tag,
          })),
        }
      },
    }),
    gifCall({
      path: '/autocomplete',
      query: Words,
      shared: LIST_SHARED_SECONDS,
      answer: async ({ q, limit }, context) => listed(context, await context.gifs.completions(q), limit),
    }),
    gifCall({
      path: '/search_suggestions',
      query: Words,
      shared: LIST_SHARED_SECONDS,
      answer: async ({ q, limit }, context) => listed(context, await context.gifs.related(q), limit),
    }),
    gifCall({
      path: '/trending_terms',
      query: z.object({ limit: countUpTo(50, 20) }),
      shared: LIST_SHARED_SECONDS,
      answer: async ({ limit }, context) => listed(context, await context.gifs.todaysTags(), limit),
    }),
    gifCall({
      path: '/registershare',
      query: z.object({ id: Id }),
      shared: 0,
      answer: async ({ id }, context) => {
        await context.share(id)
        return {}
      },
    }),
  ],
}
