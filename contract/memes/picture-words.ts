import * as z from 'zod'
import { defineCall } from '../call.ts'
import { IsoDate, okData } from '../primitives.ts'
import { MemeId } from './memes.ts'

export const PictureWords = z
  .object({
    text: z.string(),
    isCorrected: z.boolean().describe('True if a person corrected them; the reader then never replaces them'),
    corrections: z
      .array(z.object({ by: z.enum(['owner', 'moderator']), before: z.string(), after: z.string(), at: IsoDate }))
      .describe('The latest corrections, newest first'),
  })
  .meta({ id: 'PictureWords' })
export type PictureWords = z.infer<typeof PictureWords>

export const getPictureWords = defineCall('GET /meme/{id}/words', {
  tag: 'memes',
  auth: 'member',
  summary: 'Get the words in the picture of your meme, with their corrections; moderators can do so for any meme',
  params: MemeId,
  failures: ['meme.notFound', 'meme.removed', 'meme.forbidden'],
  response: okData(PictureWords),
})
