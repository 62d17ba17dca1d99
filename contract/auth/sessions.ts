import * as z from 'zod'
import { defineCall } from '../call.ts'
import { Id, IsoDate, MessageAnswer, okData, QueryFlag } from '../primitives.ts'
import { END_TOKENS } from './tokens.ts'

const tag = 'auth'

export const SessionInfo = z.object({
  _id: Id,
  device: z.string(),
  current: z.boolean(),
  createdAt: IsoDate,
  lastUsedAt: IsoDate,
  expiresAt: IsoDate,
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const listSessions = defineCall({
  method: 'GET',
  path: '/users/me/sessions',
  tag,
  auth: 'member',
  suspendedAllowed: true,
  summary: 'List the sessions of this account',
  response: okData(z.array(SessionInfo)),
})

export const endOtherSessions = defineCall({
  method: 'DELETE',
  path: '/users/me/sessions',
  tag,
  auth: 'member',
  suspendedAllowed: true,
  freshProof: true,
  summary: 'End all other sessions and, by default, the access tokens',
  query: z.object({ endTokens: QueryFlag.default(true).describe(END_TOKENS) }),
  response: MessageAnswer,
})

export const revokeSession = defineCall({
  method: 'DELETE',
  path: '/users/me/sessions/{sessionId}',
  tag,
  auth: 'member',
  suspendedAllowed: true,
  summary: 'Revoke a session',
  params: z.object({ sessionId: Id }),
  failures: ['session.notFound'],
  response: MessageAnswer,
})
