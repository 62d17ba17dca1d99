import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type CodePurpose, codeTimes, generateCode, hashCode, triesLeft } from '../rules.ts'
import { type CodeRow, LINK_SLOT, listCodes, lockAddress, putCode, saveTries } from './code-queries.ts'

export type CodeVerdict = { right: true; code: CodeRow } | { right: false; error: AppError }

export interface GivenCode {
  email: string
  purpose: CodePurpose
  code: string
  /** Keyed hash of the client's network. */
  client: string
  /** The slot of the code that this client requested, proved by a token. The client has separate attempts there. */
  ownSlot?: string | undefined
  /** Accept only the code of this slot. */
  slot?: string
}

const OWN = 'own'

/**
 * Compares with every live code of the address, and counts a wrong attempt for each. Returns the result instead of throwing, so
 * that the transaction commits and the attempt counts. An address without a code behaves like one with a different code.
 */
export async function checkCode(deps: Pick<Deps, 'config'>, tx: Tx, given: GivenCode): Promise<CodeVerdict> {
  const { email, purpose } = given
  const secret = deps.config.authSecret
  await lockAddress(tx, email)
  const codes = (await listCodes(tx, email, purpose, given.slot)).filter(({ slot }) => slot !== LINK_SLOT)
  if (codes.length === 0) codes.push(await putDecoy(secret, tx, given))
  const clientAt = (code: CodeRow) => (code.slot === given.ownSlot ? OWN : given.client)
  const open = codes.filter((code) => triesLeft(code, clientAt(code)) > 0)
  if (open.length === 0) return { right: false, error: tooManyAttempts(codes) }

  const hash = hashCode(secret, email, purpose, given.code)
  const alike = open.filter((code) => isEqualConstantTime(code.code_hash, hash) && !code.consumed_at)
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

/** Stores a random code that is never sent. It only counts attempts, and does not delay sending. */
async function putDecoy(secret: string, tx: Tx, { email, purpose, slot, client }: GivenCode): Promise<CodeRow> {
  const now = new Date()
  const { expiresAt } = codeTimes(now, 1)
  const codeHash = hashCode(secret, email, purpose, generateCode())
  return putCode(tx, { email, purpose, slot: slot ?? client, codeHash, sends: 0, expiresAt, canResendAt: now })
}

function tooManyAttempts(codes: CodeRow[]): AppError {
  const canResendAt = codes[0]?.can_resend_at.getTime() ?? 0
  const retryAfterSeconds = Math.max(1, Math.ceil((canResendAt - Date.now()) / 1000))
  return new AppError('auth.tooManyAttempts', { retryAfterSeconds, fields: { attemptsRemaining: 0 } })
}
