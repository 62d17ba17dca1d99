import { scopeOf } from '#contract/auth/scopes.ts'
import type { CallShape } from '#contract/call.ts'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { UserIdOrName } from '#contract/people/users.ts'
import { hasEntityTag } from './entity-tags.ts'

const CURSOR = /^(cursor|last[A-Z]\w*)$/

const keysOf = (schema: CallShape['query']) => Object.keys((schema?._zod.def as { shape?: object })?.shape ?? {})

/** Returns every error code of a call: those implied by its permissions and inputs, and its own. */
export function failuresOf(call: CallShape): ErrorCode[] {
  const codes: ErrorCode[] = [
    'request.rateLimited',
    'server.error',
    'server.unavailable',
    'auth.tokenInvalid',
    'server.draining',
    'server.busy',
  ]
  if (scopeOf(call) !== 'any') codes.push('auth.scopeMissing')
  // A public call needs a member while the site is for members only.
  if (call.strangers !== 'always') codes.push('auth.required')
  if (call.strangers !== 'always' && !call.suspendedAllowed) codes.push('auth.accountSuspended')
  if (call.freshProof) codes.push('auth.confirmFirst')
  if (call.role) codes.push('auth.forbidden', 'auth.secondFactorNeeded')
  if (call.files || call.bytes) codes.push('upload.diskFull')
  if (call.params) codes.push('request.invalid', 'request.malformed', 'request.notFound')
  if (call.params === UserIdOrName) codes.push('user.notFound', 'auth.required')
  if (call.query) codes.push('request.invalid')
  if (keysOf(call.query).some((key) => CURSOR.test(key))) codes.push('cursor.invalid')
  if (call.body) codes.push('request.invalid')
  if (call.method !== 'GET') codes.push('request.malformed', 'request.tooLarge', 'request.unsupportedType')
  return [...new Set([...codes, ...(call.failures ?? [])])]
}

/** Returns a call's response statuses with their error codes; the list is empty for success and for 304. */
export function errorCodesByStatus(call: CallShape): Map<number, ErrorCode[]> {
  const answers = new Map<number, ErrorCode[]>([[call.status ?? 200, []]])
  for (const code of failuresOf(call)) {
    const status = ERROR_STATUS[code]
    answers.set(status, [...(answers.get(status) ?? []), code])
  }
  if (hasEntityTag(call)) answers.set(304, [])
  return new Map([...answers].sort(([a], [b]) => a - b))
}
