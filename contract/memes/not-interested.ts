import * as z from 'zod'
import { defineCall } from '../call.ts'
import { FOLLOW_ACCOUNT_PAGE_SIZE, TAG_MAX_CHARS } from '../limits.ts'
import { entryPage, IsoDate, MessageAnswer, pageQuery, text, upTo } from '../primitives.ts'

export const NOT_INTERESTED_KINDS = ['meme', 'template', 'user', 'tag'] as const
export const NotInterestedKind = z.enum(NOT_INTERESTED_KINDS)
export type NotInterestedKind = z.infer<typeof NotInterestedKind>

export const NotInterestedInput = z.object({
  kind: NotInterestedKind,
  id: text()
    .trim()
    .min(1)
    .refine(...upTo(TAG_MAX_CHARS * 4))
    .describe('The ID of the meme, template, or person; or the tag without #'),
})
export type NotInterestedInput = z.infer<typeof NotInterestedInput>

export const NotInterested = z
  .object({
    kind: NotInterestedKind,
    id: z.string(),
    label: z.string().describe('The name of the meme or person, or the tag; empty for a template'),
    since: IsoDate,
  })
  .meta({ id: 'NotInterested' })
export type NotInterested = z.infer<typeof NotInterested>

const tag = 'feed'
const member = { tag, auth: 'member' } as const
const change = {
  ...member,
  body: NotInterestedInput,
  response: MessageAnswer,
} as const

export const addNotInterested = defineCall('POST /feed/not-interested', {
  ...change,
  summary: 'Exclude a meme, a template, a person, or a tag from your feed',
  failures: ['meme.notFound', 'user.notFound', 'notInterested.tooMany'],
})
export const removeNotInterested = defineCall('DELETE /feed/not-interested', {
  ...change,
  summary: 'Remove an exclusion from the feed',
})
export const listNotInterested = defineCall('GET /feed/not-interested', {
  ...member,
  summary: 'List your exclusions from the feed, latest first',
  query: pageQuery(FOLLOW_ACCOUNT_PAGE_SIZE),
  response: entryPage(NotInterested),
})
