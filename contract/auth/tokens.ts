import * as z from 'zod'
import { defineCall } from '../call.ts'
import { ACCESS_TOKEN_NAME_MAX_CHARS } from '../limits.ts'
import { isPlainLine, normalLine } from '../people/names.ts'
import { Id, IsoDate, MessageAnswer, okData, optionalWithDefault, text, upTo } from '../primitives.ts'
import { isVisible } from '../words.ts'

/** Permissions of a personal access token: read, upload and change own memes, and act (like, save, follow, report). */
export const TOKEN_SCOPES = ['read', 'upload', 'actions'] as const
export const Scope = z.enum(TOKEN_SCOPES)
export type Scope = z.infer<typeof Scope>

/** Distinguishes access tokens from session tokens, and lets scanners for leaked secrets recognize them. */
export const ACCESS_TOKEN_PREFIX = 'memeroom_pat_'

export const AccessTokenInfo = z
  .object({
    _id: Id,
    name: z.string(),
    scopes: z.array(Scope),
    createdAt: IsoDate,
    lastUsedAt: IsoDate.nullable(),
  })
  .meta({ id: 'AccessTokenInfo' })
export type AccessTokenInfo = z.infer<typeof AccessTokenInfo>

const NewAccessToken = AccessTokenInfo.omit({ lastUsedAt: true }).extend({
  token: z.string().describe('Shown this once'),
})
export type NewAccessToken = z.infer<typeof NewAccessToken>

export const TokenName = text()
  .min(1, { error: 'requiredField', abort: true })
  .transform(normalLine)
  .refine(...upTo(ACCESS_TOKEN_NAME_MAX_CHARS))
  .refine((value) => isPlainLine(value) && isVisible(value), 'nameCharacters')
  .describe(`Purpose of the token; at most ${ACCESS_TOKEN_NAME_MAX_CHARS} characters`)

export const TokenInput = z.object({
  name: TokenName,
  scopes: z.array(Scope).min(1, 'requiredField').max(TOKEN_SCOPES.length).describe('Permissions of the token'),
})
export type TokenInput = z.infer<typeof TokenInput>

export const END_TOKENS = 'True to end the personal access tokens too'
/** For calls that revoke other access (such as other sessions): whether personal access tokens end too. Defaults to true. */
export const EndTokens = optionalWithDefault(z.boolean(), true).describe(END_TOKENS)

const base = { tag: 'tokens', auth: 'member' } as const

export const createToken = defineCall('POST /users/me/tokens', {
  ...base,
  status: 201,
  freshProof: true,
  summary: 'Create a personal access token; it is shown only this once',
  body: TokenInput,
  failures: ['token.tooMany'],
  response: okData(NewAccessToken),
})

export const listTokens = defineCall('GET /users/me/tokens', {
  ...base,
  suspendedAllowed: true,
  summary: 'List your personal access tokens, newest first',
  response: okData(z.array(AccessTokenInfo)),
})

export const revokeToken = defineCall('DELETE /users/me/tokens/{id}', {
  ...base,
  suspendedAllowed: true,
  summary: 'Revoke a personal access token',
  params: z.object({ id: Id }),
  failures: ['token.notFound'],
  response: MessageAnswer,
})
