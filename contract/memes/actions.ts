import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PERSONAL_PAGE_SIZE, SEEN_BATCH_MAX } from '../limits.ts'
import { UserIdOrName } from '../people/users.ts'
import {
  ContentLanguage,
  Count,
  CursorId,
  CursorNumber,
  CursorTime,
  Id,
  IsoDate,
  okData,
  optional,
  pageLimit,
} from '../primitives.ts'
import { Meme, MemeStats, MemeViewer } from './memes.ts'

export const ACTIONS = ['view', 'like', 'dislike', 'copy', 'add-to-album'] as const
/** Not a reaction: memes that were in view are left out of the feed on later visits (the seen set). */
export const SEEN = 'seen'
export const ActionName = z.enum(ACTIONS)
export type ActionName = z.infer<typeof ActionName>
export const SOURCE_TYPES = ['feed', 'detail', 'search', 'trending', 'user_profile', 'other'] as const
export const SourceType = z.enum(SOURCE_TYPES)
export type SourceType = z.infer<typeof SourceType>
export const DeviceType = z.enum(['mobile', 'tablet', 'desktop'])
export type DeviceType = z.infer<typeof DeviceType>

/** An action on one meme, by `memeId`; or `seen` with `memeIds`: the memes that were in view. */
export const ActionInput = z
  .object({
    memeId: optional(Id),
    memeIds: optional(z.array(Id).min(1).max(SEEN_BATCH_MAX)),
    action: z.enum([...ACTIONS, SEEN]),
    active: optional(z.boolean()),
    metadata: optional(
      z.object({
        sourceType: optional(SourceType),
        deviceType: optional(DeviceType),
        userPreferences: optional(z.object({ language: optional(ContentLanguage) })),
      }),
    ),
  })
  .refine(({ action, memeId }) => action === SEEN || (memeId ?? undefined) !== undefined, missing('memeId'))
  .refine(({ action, memeIds }) => action !== SEEN || (memeIds ?? undefined) !== undefined, missing('memeIds'))
export type ActionInput = z.infer<typeof ActionInput>

/** Reports a missing field together with other errors, unless the field already has its own error. */
function missing(field: string) {
  return {
    path: [field],
    error: 'requiredField',
    when: ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => path?.[0] === field),
  }
}

export const ActionResult = z.object({ memeId: Id, stats: MemeStats, viewer: MemeViewer.optional() })
export type ActionResult = z.infer<typeof ActionResult>
/** The number of memes recorded as seen. */
export const SeenResult = z.object({ seen: Count })

export const recordAction = defineCall('POST /user-action', {
  tag: 'actions',
  auth: 'public',
  summary:
    'View, like, dislike, copy, or add to the album, by `memeId`; or `seen`, by `memeIds`: memes that were in view, which the feed leaves out for 30 days (ignored for visitors)',
  body: ActionInput,
  failures: ['meme.notFound', 'auth.required', 'auth.accountSuspended'],
  response: okData(z.union([ActionResult, SeenResult])),
})

export const listFrequentMemes = defineCall('GET /user/meme/frequent/{id}', {
  tag: 'actions',
  auth: 'member',
  summary: 'List the memes that the caller uses most',
  params: UserIdOrName,
  query: z.object({
    limit: pageLimit(PERSONAL_PAGE_SIZE),
    lastPoint: optional(CursorNumber),
    lastMemeId: optional(CursorId),
  }),
  failures: ['list.private'],
  response: okData(z.array(Meme)).extend({
    hasNext: z.boolean(),
    nextCursor: z.object({ lastPoint: z.number(), lastMemeId: Id }).nullable(),
  }),
})

export const listAlbum = defineCall('GET /user/meme/album/{id}', {
  tag: 'actions',
  auth: 'member',
  summary: 'List the memes in your default album',
  params: UserIdOrName,
  query: z.object({
    limit: pageLimit(PERSONAL_PAGE_SIZE),
    lastId: optional(CursorId),
    lastAddedAt: optional(CursorTime),
  }),
  failures: ['list.private'],
  response: okData(z.array(Meme)).extend({
    hasNext: z.boolean(),
    nextCursor: z.object({ lastId: Id, lastAddedAt: IsoDate }).nullable(),
  }),
})
