import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PICTURE_FAILURES } from '../errors.ts'
import { SEARCH_PAGE_SIZE, SEARCH_QUERY_MAX_CHARS, SIMILAR_PAGE_SIZE, USERNAME_MAX_CHARS } from '../limits.ts'
import { UserCard } from '../people/users.ts'
import {
  CursorId,
  CursorScore,
  Id,
  MemeLanguage,
  okData,
  optional,
  pageLimit,
  QueryFlag,
  text,
  upTo,
} from '../primitives.ts'
import { normalQuery } from '../words.ts'
import { Meme } from './memes.ts'

export const MATCHES = ['name', 'description', 'tag', 'imageText', 'visual', 'meaning'] as const
export const Matched = z.enum(MATCHES)

/**
 * The kinds of match, in the order of a result list: all words, all words with some in another language, made from a well-known
 * template that the search describes, similar to the best of those with all words, by meaning (needs a model), some words.
 */
export const MATCH_KINDS = ['allWords', 'translation', 'template', 'lookalike', 'meaning', 'someWords'] as const
export const MatchKind = z.enum(MATCH_KINDS)
export type MatchKind = z.infer<typeof MatchKind>

/** The box of a matched word in the picture, in fractions of its width and height. */
export const WordBox = z.object({
  text: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
})

export const FoundMeme = Meme.extend({
  score: z.number(),
  matched: z.array(Matched),
  matchKind: MatchKind,
  translatedFrom: z
    .string()
    .optional()
    .describe('For kind `translation`: the typed words that matched in another language'),
  boxes: z.array(WordBox).optional(),
}).meta({ id: 'FoundMeme' })
export type FoundMeme = z.infer<typeof FoundMeme>

export const SearchQuery = text()
  .overwrite(normalQuery)
  .min(1)
  .refine(...upTo(SEARCH_QUERY_MAX_CHARS, 'queryMaxLength'))
  .describe('What was typed')

export const SearchResponse = okData(z.array(FoundMeme)).extend({
  hasNext: z.boolean(),
  nextCursor: z.object({ lastId: Id, lastScore: z.number() }).nullable(),
})

/** A username as a filter. */
export const SearchUser = text()
  .trim()
  .refine(...upTo(USERNAME_MAX_CHARS))

export const SEARCH_SORTS = ['best', 'newest'] as const
export const SearchSort = z.enum(SEARCH_SORTS)
export type SearchSort = z.infer<typeof SearchSort>

export const Translate = z.enum(['on', 'off'])
export type Translate = z.infer<typeof Translate>

/** The filters of a search, as text in an address. */
export const SearchFilters = z.object({
  animated: optional(QueryFlag).describe('Only animated memes, or only still ones'),
  language: optional(MemeLanguage).describe('Memes with words in this language'),
  user: optional(SearchUser).describe('Memes by this person, by username'),
  sort: optional(SearchSort).describe('`newest`: only memes with all words, newest first'),
  translate: optional(Translate).describe('`off`: search only for the typed words, without translations'),
})
export type SearchFilters = z.infer<typeof SearchFilters>

const anyone = { tag: 'search', auth: 'public' } as const

export const searchByText = defineCall('GET /vector-search/text', {
  ...anyone,
  shared: 1,
  summary:
    'Search memes by the words in their name, description, tags, and picture; the first page also has people by name. `q` supports -word, "phrase", tag:, user:, and animated:yes or no',
  query: z.object({
    q: SearchQuery,
    limit: pageLimit(SEARCH_PAGE_SIZE),
    lastId: optional(CursorId),
    lastScore: optional(CursorScore),
    ...SearchFilters.shape,
  }),
  response: SearchResponse.extend({
    people: z.array(UserCard).optional(),
    alsoFor: z.array(z.string()).optional().describe('On the first page: words of other languages that also count'),
    didYouMean: z
      .string()
      .optional()
      .describe('On the first page, if no meme has the typed words: the nearest search with words that memes have'),
  }),
})

export const searchByPicture = defineCall('POST /vector-search/image', {
  ...anyone,
  multipart: 'required',
  files: ['image'],
  summary: 'Search memes that look like a picture, which is not stored',
  body: z.object({ limit: pageLimit(SEARCH_PAGE_SIZE) }),
  failures: [...PICTURE_FAILURES, 'image.required', 'image.tooLarge'],
  response: SearchResponse,
})

/** A tag or name to search for, or a person; for a person, `text` is the username. */
export const Suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['tag', 'name']), text: z.string() }),
  z.object({ kind: z.literal('user'), text: z.string(), displayName: z.string(), avatarUrl: z.string().nullable() }),
])
export type Suggestion = z.infer<typeof Suggestion>

export const suggest = defineCall('GET /vector-search/suggest', {
  ...anyone,
  shared: 1,
  summary: 'Suggest tags, people, and names that begin with the typed text',
  query: z.object({ q: SearchQuery }),
  response: okData(z.array(Suggestion)),
})

export const widenSearch = defineCall('GET /vector-search/wider', {
  ...anyone,
  summary:
    'Get alternatives for a search without results: similar words and related ideas that do find memes, and tags used often recently',
  query: z.object({ q: SearchQuery }),
  response: okData(
    z.object({
      words: z.array(z.string()),
      ideas: z.array(z.string()).describe('At most three, nearest first, in the language of the request if possible'),
      tags: z.array(z.string()),
    }),
  ),
})

export const listSimilar = defineCall('GET /meme/recommend/by-image', {
  ...anyone,
  summary: 'List memes similar to this one',
  query: z.object({ imageId: Id, limit: pageLimit(SIMILAR_PAGE_SIZE) }),
  failures: ['meme.notFound'],
  response: okData(z.array(Meme.extend({ score: z.number() }))),
})
