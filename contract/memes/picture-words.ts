import * as z from 'zod'
import { defineCall } from '../call.ts'
import { IsoDate, okData } from '../primitives.ts'
import { MemeId } from './memes.ts'

export const PictureWords = z
  .object({
    text: z.string(),
    isCorrected: z.boolean().describe('Whether a person corrected them; then no reading replaces them'),
    corrections: z
      .array(z.object({ by: z.enum(['owner', 'moderator']), before: z.string(), after: z.string(), at: IsoDate }))
      .describe('The last ones, newest first'),
  })
  .meta({ id: 'PictureWords' })
export type PictureWords = z.infer<typeof PictureWords>

export const getPictureWords = defineCall({
  method: 'GET',
  path: '/meme/{id}/words',
  tag: 'memes',
  auth: 'member',
  summary: 'The words in the picture of an own meme, and who corrected them; for moderators, of any meme',
  params: MemeId,
  failures: ['meme.notFound', 'meme.removed', 'meme.forbidden'],
  response: okData(PictureWords),
})
