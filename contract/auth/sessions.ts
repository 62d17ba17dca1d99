import * as z from 'zod'
import { defineCall } from '../call.ts'
import { Id, IsoDate, MessageAnswer, okData, QueryFlag } from '../primitives.ts'
import { END_TOKENS } from './tokens.ts'

const member = { tag: 'auth', auth: 'member' } as const

export const SessionInfo = z.object({
  _id: Id,
  device: z.string(),
  current: z.boolean(),
  createdAt: IsoDate,
  lastUsedAt: IsoDate,
  expiresAt: IsoDate,
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const listSessions = defineCall('GET /users/me/sessions', {
  ...member,
  suspendedAllowed: true,
  summary: 'List the sessions of this account',
  response: okData(z.array(SessionInfo)),
})

export const endOtherSessions = defineCall('DELETE /users/me/sessions', {
  ...member,
  suspendedAllowed: true,
  freshProof: true,
  summary: 'End all other sessions and, by default, the access tokens',
  query: z.object({ endTokens: QueryFlag.default(true).describe(END_TOKENS) }),
  response: MessageAnswer,
})

export const revokeSession = defineCall('DELETE /users/me/sessions/{sessionId}', {
  ...member,
  suspendedAllowed: true,
  summary: 'Revoke a session',
  params: z.object({ sessionId: Id }),
  failures: ['session.notFound'],
  response: MessageAnswer,
})
