import * as z from 'zod'
import { defineCall } from '../call.ts'
import { LIMIT_FAILURES, PICTURE_FAILURES } from '../errors.ts'
import { PERSONAL_PAGE_SIZE, SEARCH_QUERY_MAX_CHARS } from '../limits.ts'
import { UserIdOrName } from '../people/users.ts'
import {
  AltText,
  Count,
  CursorCount,
  CursorId,
  CursorTime,
  Id,
  IsoDate,
  MemeDescription,
  MemeName,
  MessageAnswer,
  okData,
  optional,
  pageLimit,
  QueryFlag,
  queryNumber,
  ReadText,
  text,
  upTo,
} from '../primitives.ts'
import { TypedCaptions } from '../templates/typed-captions.ts'

export const MemeStats = z.object({ viewCount: Count, likeCount: Count, copyCount: Count, dislikeCount: Count })
export type MemeStats = z.infer<typeof MemeStats>

export const MemeViewer = z
  .object({
    isLiked: z.boolean(),
    isDisliked: z.boolean(),
    isInAlbum: z.boolean(),
    isFollowingCreator: z.boolean(),
    isOwner: z.boolean(),
  })
  .meta({ id: 'MemeViewer' })
export type MemeViewer = z.infer<typeof MemeViewer>

export const MemeImage = z
  .object({
    imageOrigin: z.string(),
    imageMedium: z.string(),
    imageSmall: z.string(),
    width: z.int().min(1),
    height: z.int().min(1),
    thumbhash: z.string(),
    animated: z.boolean(),
    mime: z.string(),
  })
  .meta({
    id: 'MemeImage',
    description:
      'Paths below /media/, named by content and immutable; width, height, and mime are those of the original; thumbhash in base64',
  })
export type MemeImage = z.infer<typeof MemeImage>

export const MemeCreator = z
  .object({
    _id: Id,
    username: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
    followCount: Count,
    followingCount: Count,
  })
  .meta({ id: 'MemeCreator' })

/** Origins of a sensitive mark. */
export const SENSITIVE_BY = ['uploader', 'moderator', 'model'] as const
export type SensitiveBy = (typeof SENSITIVE_BY)[number]

export const Meme = z
  .object({
    _id: Id,
    name: z.string(),
    description: z.string(),
    altText: z.string(),
    imageText: z.string().optional(),
    templateId: Id.optional().describe('The template that this meme shares with others'),
    tag: z.array(z.string()),
    userId: Id.nullable(),
    location: z.enum(['quick', 'bulk']),
    /**
     * `review`: waits for a moderator, visible only to its owner and moderators. `hidden`: the owner is suspended, visible only
     * to moderators.
     */
    status: z.enum(['processing', 'ready', 'removed', 'review', 'hidden']),
    sensitive: z.boolean().describe('Clients must blur the picture until the viewer reveals it'),
    sensitiveBy: z.enum(SENSITIVE_BY).optional().describe('Origin of the sensitive mark; `model`: the automatic check'),
    viewCount: Count,
    likeCount: Count,
    copyCount: Count,
    dislikeCount: Count,
    stats: MemeStats,
    image: MemeImage,
    creator: MemeCreator.nullable(),
    createdAt: IsoDate,
    updatedAt: IsoDate,
    viewer: MemeViewer.optional(),
  })
  .meta({ id: 'Meme' })
export type Meme = z.infer<typeof Meme>

export const MemeId = z.object({ id: Id })

export const MEME_SORTS = ['createdAt', 'viewCount', 'likeCount', 'copyCount'] as const
export const MemeSort = z.enum(MEME_SORTS)

export const UploadMemeInput = z.object({
  name: optional(MemeName),
  description: optional(MemeDescription),
  altText: optional(AltText),
  allowDuplicate: optional(z.union([z.boolean(), QueryFlag])),
  sensitive: optional(z.union([z.boolean(), QueryFlag])),
  captions: optional(TypedCaptions).describe(
    'JSON: the captions on the picture with their positions. Search finds them at once; reading the picture may later discard those that it does not confirm',
  ),
  template: optional(Id).describe('The template from which it was made'),
  madeFrom: optional(Id).describe('The meme from which it was made'),
  bulkUploadId: optional(Id).describe(
    'Your bulk upload that skipped this picture as a duplicate, with `bulkIndex`: its file is then done',
  ),
  bulkIndex: optional(queryNumber(z.int().min(0).max(999))).describe('The index of that file'),
})
export type UploadMemeInput = z.infer<typeof UploadMemeInput>

export const EditMemeInput = z.object({
  name: optional(MemeName),
  description: optional(MemeDescription),
  altText: optional(AltText),
  readText: optional(ReadText),
  sensitive: optional(z.boolean()),
})
export type EditMemeInput = z.infer<typeof EditMemeInput>

const tag = 'memes'
const member = { tag, auth: 'member' } as const
const anyone = { tag, auth: 'public' } as const

export const uploadMeme = defineCall('POST /meme', {
  ...member,
  status: 201,
  multipart: 'required',
  files: ['image'],
  summary: 'Upload one picture',
  body: UploadMemeInput,
  failures: [
    ...PICTURE_FAILURES,
    'image.required',
    'image.tooLarge',
    'meme.duplicate',
    'meme.removed',
    'image.blocked',
    'upload.notFound',
    ...LIMIT_FAILURES,
  ],
  response: okData(Meme),
})

export const getMeme = defineCall('GET /meme/{id}', {
  ...anyone,
  summary: 'Get a meme',
  params: MemeId,
  failures: ['meme.notFound', 'meme.removed'],
  response: okData(Meme),
})

export const editMeme = defineCall('PATCH /meme/{id}', {
  ...member,
  summary:
    'Change the name, description, alt text, words in the picture, or sensitive mark of your meme; you cannot remove a moderator’s mark',
  params: MemeId,
  body: EditMemeInput,
  failures: ['meme.notFound', 'meme.forbidden'],
  response: okData(Meme),
})

export const deleteMeme = defineCall('DELETE /meme/{id}', {
  ...member,
  summary: 'Delete your meme',
  params: MemeId,
  failures: ['meme.notFound', 'meme.forbidden'],
  response: MessageAnswer,
})

export const restoreMeme = defineCall('POST /meme/{id}/restore', {
  ...member,
  summary: 'Undo the deletion of your meme, within the undo period',
  params: MemeId,
  failures: ['meme.notFound', 'meme.forbidden', 'meme.removed'],
  response: okData(Meme),
})

export const fetchImageLink = defineCall('POST /meme/fetch-link', {
  ...member,
  summary: 'Fetch a picture from a public address with a host that does not allow browsers to; returns the bytes',
  body: z.object({ url: text().min(1).max(2048) }),
  file: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
  failures: ['image.linkForbidden', 'image.linkUnreachable', 'image.unsupportedType', 'image.tooLarge'],
  response: z.any(),
})

/** A meme in a person's list. Removed memes appear only in the owner's. */
export const UploadedMeme = Meme.extend({
  reason: z.string().optional().describe('The moderator’s reason, if removed'),
  canAppeal: z.boolean().optional().describe('Only if removed'),
}).meta({ id: 'UploadedMeme' })
export type UploadedMeme = z.infer<typeof UploadedMeme>

export const listUserMemes = defineCall('GET /meme/user/{id}', {
  ...anyone,
  summary: 'List the memes that a person uploaded',
  params: UserIdOrName,
  query: z.object({
    limit: pageLimit(PERSONAL_PAGE_SIZE),
    sortBy: MemeSort.default('createdAt'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
    search: optional(
      text()
        .trim()
        .refine(...upTo(SEARCH_QUERY_MAX_CHARS, 'queryMaxLength')),
    ),
    lastId: optional(CursorId),
    lastCreatedAt: optional(CursorTime),
    lastValue: optional(CursorCount),
  }),
  response: okData(z.array(UploadedMeme)).extend({
    hasNext: z.boolean(),
    nextCursor: z.object({ lastId: Id, lastCreatedAt: IsoDate, lastValue: z.number().optional() }).nullable(),
  }),
})
