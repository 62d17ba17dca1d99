import { randomBytes } from 'node:crypto'
import type { Deps } from '#server/platform/deps.ts'
import { hashWithSalt, saltIn } from '../passwords/passwords.ts'
import { drawRecoveryCodes, formerRecoveryHash, plainRecoveryCode } from './rules.ts'
import { findRecoveryHash } from './second-factor-queries.ts'

const SALT_BYTES = 16

/** Recovery codes as the member sees them once, and as they are stored. */
export interface RecoveryCodes {
  codes: string[]
  hashes: string[]
}

/** New codes, hashed like passwords with one salt for all of them. Takes a quarter of a second: not within a transaction. */
export async function makeRecoveryCodes(): Promise<RecoveryCodes> {
  const codes = drawRecoveryCodes()
  const salt = randomBytes(SALT_BYTES)
  return { codes, hashes: await Promise.all(codes.map((code) => hashWithSalt(plainRecoveryCode(code), salt))) }
}

/** How a typed code of the member would be stored; undefined if there are no codes. Not within a transaction either. */
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
    : formerRecoveryHash(config.authSecret, userId, plainRecoveryCode(code))
}
