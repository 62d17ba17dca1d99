import * as z from 'zod'
import { TokenName } from '../auth/tokens.ts'
import { defineCall } from '../call.ts'
import { Count, Id, IsoDate, MessageAnswer, okData } from '../primitives.ts'

/** Distinguishes keys from other secrets, for scanners of leaked secrets and for the log. */
export const GIF_KEY_PREFIX = 'memeroom_gif_'

export const GifKey = z
  .object({
    _id: Id,
    name: z.string(),
    calls: Count.describe('Requests with this key, updated every few seconds'),
    createdAt: IsoDate,
  })
  .meta({ id: 'GifKey' })
export type GifKey = z.infer<typeof GifKey>

const NewGifKey = GifKey.extend({ key: z.string().describe('Shown this once') })
export type NewGifKey = z.infer<typeof NewGifKey>

const admin = { tag: 'admin', auth: 'member', role: 'admin' } as const

export const listGifKeys = defineCall('GET /admin/gif-keys', {
  ...admin,
  summary: 'List the keys of the GIF provider, newest first',
  response: okData(z.array(GifKey)),
})

export const createGifKey = defineCall('POST /admin/gif-keys', {
  ...admin,
  status: 201,
  freshProof: true,
  summary: 'Create a key for the GIF provider; it is shown only this once',
  body: z.object({ name: TokenName }),
  failures: ['gifKey.tooMany'],
  response: okData(NewGifKey),
})

export const removeGifKey = defineCall('DELETE /admin/gif-keys/{id}', {
  ...admin,
  summary: 'Delete a key of the GIF provider; ends its access and, on a members-only site, access to its pictures',
  params: z.object({ id: Id }),
  failures: ['gifKey.notFound'],
  response: MessageAnswer,
})
