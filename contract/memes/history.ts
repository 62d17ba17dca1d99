import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PERSONAL_PAGE_SIZE } from '../limits.ts'
import { Id, MessageAnswer, OpaqueCursor, okData, optional, pageLimit } from '../primitives.ts'
import { Meme } from './memes.ts'

const tag = 'actions'
const path = '/users/me/history'

export const listHistory = defineCall({
  method: 'GET',
  path,
  tag,
  auth: 'member',
  summary: 'The memes that the caller opened, the last one first; each once, the last 500',
  query: z.object({ limit: pageLimit(PERSONAL_PAGE_SIZE), cursor: optional(OpaqueCursor) }),
  response: okData(z.array(Meme)).extend({ hasNext: z.boolean(), nextCursor: z.string().nullable() }),
})

export const keepHistory = defineCall({
  method: 'PUT',
  path,
  tag,
  auth: 'member',
  summary: 'Keep a history of opened memes, or none: then it is emptied, and later views are counted without a name',
  body: z.object({ keep: z.boolean() }),
  response: MessageAnswer,
})

export const clearHistory = defineCall({
  method: 'DELETE',
  path,
  tag,
  auth: 'member',
  summary: 'Empty the history; views stay counted, without a name',
  response: MessageAnswer,
})

export const removeFromHistory = defineCall({
  method: 'DELETE',
  path: `${path}/{memeId}`,
  tag,
  auth: 'member',
  summary: 'Take one meme out of the history',
  params: z.object({ memeId: Id }),
  response: MessageAnswer,
})
