import type { Tx } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { drawRecoveryCodes, hashRecoveryCode } from './rules.ts'
import { replaceRecoveryCodes } from './second-factor-queries.ts'

/** New recovery codes in place of the former ones; only their hashes are kept. */
export async function makeRecoveryCodes(deps: Pick<Deps, 'config'>, tx: Tx, userId: string): Promise<string[]> {
  const codes = drawRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(deps.config.authSecret, userId, code))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}
