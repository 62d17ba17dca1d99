import * as z from 'zod'
import { defineCall } from '../call.ts'
import { ALBUM_NAME_MAX_CHARS, PERSONAL_PAGE_SIZE } from '../limits.ts'
import { isPlainLine, normalLine } from '../people/names.ts'
import { UserIdOrName } from '../people/users.ts'
import { Count, Id, IsoDate, MessageAnswer, memePage, okData, optional, pageQuery, text, upTo } from '../primitives.ts'
import { isVisible } from '../words.ts'
import { Meme } from './memes.ts'

/** `private`: only the owner; `unlisted`: anyone with the link; `public`: also listed on the owner's profile. */
export const ALBUM_VISIBILITIES = ['private', 'unlisted', 'public'] as const
export const AlbumVisibility = z.enum(ALBUM_VISIBILITIES)
export type AlbumVisibility = z.infer<typeof AlbumVisibility>

/** One step towards the start or the end of a list. */
export const Move = z.enum(['earlier', 'later'])
export type Move = z.infer<typeof Move>

export const Album = z
  .object({
    _id: Id,
    name: z.string(),
    visibility: AlbumVisibility,
    count: Count.describe('Memes that the caller can see'),
    cover: Meme.nullable().describe('The chosen meme, otherwise the first one'),
    owner: z.object({ _id: Id, username: z.string(), displayName: z.string(), avatarUrl: z.string().nullable() }),
    isOwn: z.boolean(),
    usedAt: IsoDate.optional().describe('Time at which the owner last added a meme; only for the owner'),
    hasMeme: z.boolean().optional().describe('True if the album contains the meme in the query; only for the owner'),
    createdAt: IsoDate,
    updatedAt: IsoDate,
  })
  .meta({ id: 'Album' })
export type Album = z.infer<typeof Album>

const AlbumName = text()
  .transform(normalLine)
  .refine((name) => name !== '', 'requiredField')
  .refine(...upTo(ALBUM_NAME_MAX_CHARS, 'nameMaxLength'))
  .refine((name) => name === '' || (isPlainLine(name) && isVisible(name)), 'nameCharacters')
  .describe(`1 to ${ALBUM_NAME_MAX_CHARS} characters`)

export const AlbumId = z.object({ id: Id })
const AlbumMeme = z.object({ id: Id, memeId: Id })
const AlbumAnswer = okData(Album)
const tag = 'albums'
const anyone = { tag, auth: 'public' } as const
const member = { tag, auth: 'member' } as const

export const listAlbums = defineCall('GET /users/{id}/albums', {
  ...anyone,
  summary: 'List a person’s public albums in their order; all albums if the caller is the owner',
  params: UserIdOrName,
  query: z.object({ memeId: optional(Id).describe('A meme; the caller’s albums then state whether they contain it') }),
  response: okData(z.array(Album)),
})

export const createAlbum = defineCall('POST /albums', {
  ...member,
  status: 201,
  summary: 'Create a named album; private by default',
  body: z.object({ name: AlbumName, visibility: optional(AlbumVisibility) }),
  failures: ['album.tooMany'],
  response: AlbumAnswer,
})

export const getAlbum = defineCall('GET /albums/{id}', {
  ...anyone,
  summary: 'Get a named album',
  params: AlbumId,
  failures: ['album.notFound'],
  response: AlbumAnswer,
})

export const listAlbumMemes = defineCall('GET /albums/{id}/memes', {
  ...anyone,
  summary: 'List the memes of a named album, in its order',
  params: AlbumId,
  query: pageQuery(PERSONAL_PAGE_SIZE),
  failures: ['album.notFound'],
  response: memePage(Meme),
})

export const changeAlbum = defineCall('PATCH /albums/{id}', {
  ...member,
  summary: 'Rename your album, change its visibility or cover, or move it one step among your albums',
  params: AlbumId,
  body: z.object({
    name: optional(AlbumName),
    visibility: optional(AlbumVisibility),
    coverId: optional(Id).describe('A meme in the album'),
    move: optional(Move),
  }),
  failures: ['album.notFound', 'meme.notFound'],
  response: AlbumAnswer,
})

export const deleteAlbum = defineCall('DELETE /albums/{id}', {
  ...member,
  summary: 'Delete your album; its memes remain',
  params: AlbumId,
  failures: ['album.notFound'],
  response: MessageAnswer,
})

const change = { tag, auth: 'member', params: AlbumMeme } as const

export const addToAlbum = defineCall('PUT /albums/{id}/memes/{memeId}', {
  ...change,
  summary: 'Add a meme to your album; no effect if it is there already',
  failures: ['album.notFound', 'meme.notFound', 'meme.removed', 'album.full'],
  response: AlbumAnswer,
})

export const removeFromAlbum = defineCall('DELETE /albums/{id}/memes/{memeId}', {
  ...change,
  summary: 'Remove a meme from your album; no effect if it is not there',
  failures: ['album.notFound'],
  response: AlbumAnswer,
})

export const moveInAlbum = defineCall('PATCH /albums/{id}/memes/{memeId}', {
  ...change,
  summary: 'Move a meme in your album one step',
  body: z.object({ move: Move }),
  failures: ['album.notFound', 'meme.notFound'],
  response: AlbumAnswer,
})
