import * as z from 'zod'
import { defineCall } from '../call.ts'
import { Meme, MemeId } from '../memes/memes.ts'
import { entryPage, Id, IsoDate, MessageAnswer, ReadText } from '../primitives.ts'
import { DeskPerson, ModerationPage, moderator } from './moderation.ts'

export const reportWrongWords = defineCall('POST /meme/{id}/wrong-words', {
  tag: 'memes',
  auth: 'public',
  status: 202,
  summary: 'Report that the words of a meme were misread; notifies its owner and the moderators',
  params: MemeId,
  body: z.object({
    readText: ReadText.describe(
      'The words that the caller sees; if they have been corrected since, the report has no effect',
    ),
  }),
  failures: ['meme.notFound', 'meme.removed', 'auth.accountSuspended'],
  response: MessageAnswer,
})

export const MisreadMeme = z
  .object({ _id: Id, memeId: Id, meme: Meme, uploader: DeskPerson.nullable(), reportedAt: IsoDate })
  .meta({ id: 'MisreadMeme' })
export type MisreadMeme = z.infer<typeof MisreadMeme>

export const listWrongWords = defineCall('GET /moderation/words', {
  ...moderator,
  summary: 'List memes with reported words, longest waiting first',
  query: ModerationPage,
  response: entryPage(MisreadMeme),
})

export const confirmWords = defineCall('POST /moderation/words/{id}/dismiss', {
  ...moderator,
  summary: 'Confirm the words of a reported meme; the same words cannot be reported again',
  params: MemeId,
  failures: ['report.notFound', 'moderation.protected'],
  response: MessageAnswer,
})
