import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/platform/deps.ts'
import { hashWithSalt, saltIn } from '../passwords/passwords.ts'
import { generateRecoveryCodes, plainRecoveryCode, previousRecoveryHash } from './rules.ts'
import { findRecoveryHash } from './second-factor-queries.ts'

const SALT_BYTES = 16

/** Recovery codes as shown to the member once, and as stored. */
export interface RecoveryCodes {
  codes: string[]
  hashes: string[]
}

/** Creates codes, hashed like passwords with one shared salt. Takes a quarter of a second: do not call in a transaction. */
export async function createRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = generateRecoveryCodes()
  const salt = randomBytes(SALT_BYTES)
  return { codes, hashes: await Promise.all(codes.map((code) => hashWithSalt(plainRecoveryCode(code), salt))) }
}

/** Hashes a typed code as the member's are stored; undefined if there are none. Do not call in a transaction. */
export async function hashTypedCode(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  userId: string,
  code: string,
): Promise<string | undefined> {
  const stored = await findRecoveryHash(db, userId)
  if (stored === undefined) return undefined
  const salt = saltIn(stored)
  return salt
    ? hashWithSalt(plainRecoveryCode(code), salt)
    : previousRecoveryHash(config.authSecret, userId, plainRecoveryCode(code))
}
