import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// Parameters of the OWASP password storage cheat sheet for argon2id: 19 MiB, two passes, one lane.
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Verified against for unknown addresses, so that the response takes as long as for a member's.
let decoy: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), ARGON2ID)
}

const SALT_BYTES = 16

const saltOf = (secret: string, email: string) =>
  createHmac('sha256', secret).update(`salt ${email}`).digest().subarray(0, SALT_BYTES)

/**
 * Like `hashPassword`, but derives the salt from the address: one hash can then be compared with all pending registrations, so
 * that login time does not depend on their number.
 */
export function hashForAddress(secret: string, email: string, password: string): Promise<string> {
  return hashWithSalt(password.normalize('NFC'), saltOf(secret, email))
}

/** Hashes with a shared salt, so that one computation finds which of several stored texts was typed. */
export const hashWithSalt = (text: string, salt: Buffer): Promise<string> => hash(text, { ...ARGON2ID, salt })

/** Returns the salt of an argon2id hash; undefined for any other text. */
export function saltIn(argonHash: string): Buffer | undefined {
  const [, name, , , salt] = argonHash.split('$')
  return name === 'argon2id' && salt ? Buffer.from(salt, 'base64') : undefined
}

/** Returns true if a hash was made by `hashForAddress`. */
export function isForAddress(secret: string, email: string, passwordHash: string): boolean {
  return passwordHash.split('$')[4] === saltOf(secret, email).toString('base64').replace(/=+$/, '')
}

/** Returns true if the password is correct. Does the same work if there is no hash. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const right = await verify(passwordHash ?? (await decoy), password.normalize('NFC'))
  return right && typeof passwordHash === 'string'
}
