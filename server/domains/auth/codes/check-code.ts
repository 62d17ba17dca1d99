import type { Tx } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { type CodePurpose, codeTimes, drawCode, hashCode, sameHash, triesLeft } from '../rules.ts'
import { type CodeRow, listCodes, lockAddress, putCode, saveTries } from './code-queries.ts'

export type CodeVerdict = { right: true; code: CodeRow } | { right: false; error: AppError }

export interface GivenCode {
  email: string
  purpose: CodePurpose
  code: string
  /** Who tries: the network, as a keyed hash. */
  client: string
  /** The slot whose code this client asked for, proved by a token: there it has tries of its own. */
  ownSlot?: string | undefined
  /** Only the code of this slot counts. */
  slot?: string
}

const OWN = 'own'

/**
 * Compares with every live code of the address and counts a wrong one at each of them. The verdict is a value, not a
 * throw, so that the caller's transaction commits and the try counts. An address without a code answers exactly as one
 * with another code.
 */
export async function checkCode(deps: Pick<Deps, 'config'>, tx: Tx, given: GivenCode): Promise<CodeVerdict> {
  const { email, purpose } = given
  const secret = deps.config.authSecret
  await lockAddress(tx, email)
  const codes = await listCodes(tx, email, purpose, given.slot)
  if (codes.length === 0) codes.push(await putDecoy(secret, tx, given))
  const clientAt = (code: CodeRow) => (code.slot === given.ownSlot ? OWN : given.client)
  const open = codes.filter((code) => triesLeft(code, clientAt(code)) > 0)
  if (open.length === 0) return { right: false, error: tooManyAttempts(codes) }

  const hash = hashCode(secret, email, purpose, given.code)
  const alike = open.filter((code) => sameHash(code.code_hash, hash) && !code.consumed_at)
  const right = alike.find((code) => code.expires_at > new Date())
  if (right) return { right: true, code: right }

  let left = 0
  for (const code of open) {
    const client = clientAt(code)
    const counted = {
      attempts: code.attempts + 1,
      tries: { ...code.tries, [client]: (code.tries[client] ?? 0) + 1 },
    }
    await saveTries(tx, code, counted.attempts, counted.tries)
    left = Math.max(left, triesLeft(counted, client))
  }
  return { right: false, error: wrongCode(alike.length > 0 ? 'auth.codeExpired' : 'auth.codeInvalid', left) }
}

export function wrongCode(code: 'auth.codeInvalid' | 'auth.codeExpired', attemptsRemaining: number): AppError {
  return new AppError(code, { fields: { attemptsRemaining } })
}

/** Nobody knows this code; it counts tries, and keeps no sender waiting. */
async function putDecoy(secret: string, tx: Tx, { email, purpose, slot, client }: GivenCode): Promise<CodeRow> {
  const now = new Date()
  const { expiresAt } = codeTimes(now, 1)
  const codeHash = hashCode(secret, email, purpose, drawCode())
  return putCode(tx, { email, purpose, slot: slot ?? client, codeHash, sends: 0, expiresAt, canResendAt: now })
}

function tooManyAttempts(codes: CodeRow[]): AppError {
  const canResendAt = codes[0]?.can_resend_at.getTime() ?? 0
  const retryAfterSeconds = Math.max(1, Math.ceil((canResendAt - Date.now()) / 1000))
  return new AppError('auth.tooManyAttempts', { retryAfterSeconds, fields: { attemptsRemaining: 0 } })
}
