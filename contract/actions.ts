import * as z from 'zod'
import { defineCall } from './call.ts'
import { PERSONAL_PAGE_SIZE } from './limits.ts'
import { Meme, MemeStats, MemeViewer } from './memes.ts'
import {
  ContentLanguage,
  CursorId,
  CursorNumber,
  CursorTime,
  Id,
  IsoDate,
  okData,
  optional,
  pageLimit,
} from './primitives.ts'
import { UserIdOrName } from './users.ts'

export const ACTIONS = ['view', 'like', 'dislike', 'copy', 'add-to-album'] as const
export const ActionName = z.enum(ACTIONS)
export type ActionName = z.infer<typeof ActionName>
export const SOURCE_TYPES = ['feed', 'detail', 'search', 'trending', 'user_profile', 'other'] as const
export const SourceType = z.enum(SOURCE_TYPES)
export type SourceType = z.infer<typeof SourceType>
export const DeviceType = z.enum(['mobile', 'tablet', 'desktop'])
export type DeviceType = z.infer<typeof DeviceType>

export const ActionInput = z.object({
  memeId: Id,
  action: ActionName,
  active: optional(z.boolean()),
  metadata: optional(
    z.object({
      sourceType: optional(SourceType),
      deviceType: optional(DeviceType),
      userPreferences: optional(z.object({ language: optional(ContentLanguage) })),
    }),
  ),
})
export type ActionInput = z.infer<typeof ActionInput>

export const recordAction = defineCall({
  method: 'POST',
  path: '/user-action',
  tag: 'actions',
  auth: 'public',
  summary: 'View, like, dislike, copy or add to the album',
  body: ActionInput,
  response: okData(z.object({ memeId: Id, stats: MemeStats, viewer: MemeViewer.optional() })),
})

export const listFrequentMemes = defineCall({
  method: 'GET',
  path: '/user/meme/frequent/{id}',
  tag: 'actions',
  auth: 'member',
  summary: 'The memes that the caller uses most',
  params: UserIdOrName,
  query: z.object({
    limit: pageLimit(PERSONAL_PAGE_SIZE),
    lastPoint: optional(CursorNumber),
    lastMemeId: optional(CursorId),
  }),
  response: okData(z.array(Meme)).extend({
    hasNext: z.boolean(),
    nextCursor: z.object({ lastPoint: z.number(), lastMemeId: Id }).nullable(),
  }),
})

export const listAlbum = defineCall({
  method: 'GET',
  path: '/user/meme/album/{id}',
  tag: 'actions',
  auth: 'member',
  summary: "The caller's album",
  params: UserIdOrName,
  query: z.object({
    limit: pageLimit(PERSONAL_PAGE_SIZE),
    lastId: optional(CursorId),
    lastAddedAt: optional(CursorTime),
  }),
  response: okData(z.array(Meme)).extend({
    hasNext: z.boolean(),
    nextCursor: z.object({ lastId: Id, lastAddedAt: IsoDate }).nullable(),
  }),
})
