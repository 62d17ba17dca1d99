import * as z from 'zod'
import { defineCall } from '../call.ts'
import { APPEAL_MAX_CHARS } from '../limits.ts'
import { Meme, MemeId } from '../memes/memes.ts'
import { entryPage, Id, IsoDate, MessageAnswer, okData, optional, optionalText } from '../primitives.ts'
import { Because, DeskPerson, ModerationPage, moderator } from './moderation.ts'

const { tag } = moderator

export const Appeal = z
  .object({
    _id: Id,
    memeId: Id.nullable(),
    memeName: z.string().nullable(),
    text: z.string(),
    status: z.enum(['open', 'accepted', 'rejected']),
    answer: z.string().nullable(),
    createdAt: IsoDate,
  })
  .meta({ id: 'Appeal' })
export type Appeal = z.infer<typeof Appeal>
export const DeskAppeal = Appeal.extend({
  user: DeskPerson,
  meme: Meme.nullable(),
  decisionReason: z.string(),
  decidedAt: IsoDate,
  needsOtherModerator: z
    .boolean()
    .meta({ description: 'True if the caller made the decision, so another moderator must decide the appeal' }),
}).meta({ id: 'DeskAppeal' })
export type DeskAppeal = z.infer<typeof DeskAppeal>

export const AppealInput = z.object({
  memeId: optional(Id),
  text: optionalText(APPEAL_MAX_CHARS, 'noteMaxLength').refine((value) => value !== '', 'requiredField'),
})
export type AppealInput = z.infer<typeof AppealInput>

export const writeAppeal = defineCall('POST /appeals', {
  tag,
  auth: 'member',
  suspendedAllowed: true,
  status: 201,
  summary: 'Appeal against the removal of your meme or, without a meme, against your suspension; once for each',
  body: AppealInput,
  failures: ['appeal.notPossible', 'appeal.exists'],
  response: MessageAnswer,
})

export const listOwnAppeals = defineCall('GET /appeals', {
  tag,
  auth: 'member',
  suspendedAllowed: true,
  summary: 'List your newest 50 appeals, and get the decision that you can appeal against',
  query: z.object({
    memeId: optional(Id).describe('Your removed meme; without it, the decision is your suspension'),
  }),
  response: okData(z.array(Appeal)).extend({
    decision: z
      .object({ memeName: z.string().nullable(), reason: z.string() })
      .nullable()
      .describe('Null if your meme is not removed, or your account is not suspended'),
  }),
})

export const listAppeals = defineCall('GET /moderation/appeals', {
  ...moderator,
  summary: 'List open appeals, oldest first',
  query: ModerationPage,
  response: entryPage(DeskAppeal),
})

export const getAppealPicture = defineCall('GET /moderation/appeals/{id}/picture', {
  ...moderator,
  summary: 'Get the picture of the removed meme that an open appeal is about',
  params: MemeId,
  file: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
  failures: ['appeal.notFound'],
  response: z.any(),
})

export const acceptAppeal = defineCall('POST /moderation/appeals/{id}/accept', {
  ...moderator,
  summary: 'Accept an appeal: restores the meme or ends the suspension',
  params: MemeId,
  body: Because,
  failures: ['appeal.notFound', 'moderation.protected'],
  response: MessageAnswer,
})

export const rejectAppeal = defineCall('POST /moderation/appeals/{id}/reject', {
  ...moderator,
  summary: 'Reject an appeal: the decision stands, and the member receives the reason',
  params: MemeId,
  body: Because,
  failures: ['appeal.notFound', 'moderation.protected'],
  response: MessageAnswer,
})
