import { hash, verify } from '@node-rs/argon2'

// Parameters of the OWASP password storage cheat sheet for argon2id: 19 MiB, two passes, one lane.
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// Verified against for unknown addresses, so that the answer takes as long as for known ones.
let decoy: Promise<string> | undefined

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), ARGON2ID)
}

/** True when the password is right. Does the same work where there is no hash to compare with. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const right = await verify(passwordHash ?? (await decoy), password.normalize('NFC'))
  return right && typeof passwordHash === 'string'
}
