import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PERSONAL_PAGE_SIZE } from '../limits.ts'
import { Id, MessageAnswer, OpaqueCursor, okData, optional, pageLimit } from '../primitives.ts'
import { Meme } from './memes.ts'

const member = { tag: 'actions', auth: 'member' } as const

export const listHistory = defineCall('GET /users/me/history', {
  ...member,
  summary: 'List the last 500 memes that the caller opened, latest first, each once',
  query: z.object({ limit: pageLimit(PERSONAL_PAGE_SIZE), cursor: optional(OpaqueCursor) }),
  response: okData(z.array(Meme)).extend({ hasNext: z.boolean(), nextCursor: z.string().nullable() }),
})

export const setHistory = defineCall('PUT /users/me/history', {
  ...member,
  summary: 'Turn the view history on or off; off empties it, and later views count anonymously',
  body: z.object({ keep: z.boolean() }),
  response: MessageAnswer,
})

export const clearHistory = defineCall('DELETE /users/me/history', {
  ...member,
  summary: 'Clear the view history; the views still count, anonymously',
  response: MessageAnswer,
})

export const removeFromHistory = defineCall('DELETE /users/me/history/{memeId}', {
  ...member,
  summary: 'Remove one meme from the view history',
  params: z.object({ memeId: Id }),
  response: MessageAnswer,
})
