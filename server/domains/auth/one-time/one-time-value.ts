import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#server/platform/db/db.ts'
import { hashSecret } from '#server/platform/hash-secret.ts'
import { insertUsedToken } from './used-token-queries.ts'

const RANDOM_BYTES = 16
const TIME_BYTES = 6
const PROOF_BYTES = 32
const BYTES = RANDOM_BYTES + TIME_BYTES + PROOF_BYTES
/** Store used values for this long after they expire, since the nodes' clocks differ. */
const STORED_AFTER_EXPIRY_MS = 600_000

/**
 * Issues a random value of 54 bytes, in base64url, that only this site can have issued, for one purpose and a limited time.
 * Stores nothing until the value is used, so that requesting many values fills no table. Only the first use on any node succeeds.
 */
export function issueOneTime(secret: string, purpose: string, validSeconds: number): string {
  const random = randomBytes(RANDOM_BYTES)
  const until = Buffer.alloc(TIME_BYTES)
  until.writeUIntBE(Date.now() + validSeconds * 1000, 0, TIME_BYTES)
  return Buffer.concat([random, until, proofOf(secret, purpose, random, until)]).toString('base64url')
}

/** Returns the expiry of a base64url value issued for this purpose; null if it was not, or has expired. */
export function checkOneTime(secret: string, purpose: string, value: string): Date | null {
  const bytes = Buffer.from(value, 'base64url')
  // Accept only the canonical encoding, without trailing text.
  if (bytes.length !== BYTES || bytes.toString('base64url') !== value) return null
  const random = bytes.subarray(0, RANDOM_BYTES)
  const until = bytes.subarray(RANDOM_BYTES, RANDOM_BYTES + TIME_BYTES)
  const proof = bytes.subarray(RANDOM_BYTES + TIME_BYTES)
  if (!timingSafeEqual(proof, proofOf(secret, purpose, random, until))) return null
  const expiresAt = new Date(until.readUIntBE(0, TIME_BYTES))
  return expiresAt > new Date() ? expiresAt : null
}

/** Marks a token or checked value as used. Returns false if it was used before, on any node. */
export async function useOnce(tx: Tx, value: string, expiresAt: Date): Promise<boolean> {
  return insertUsedToken(tx, hashSecret(value), new Date(expiresAt.getTime() + STORED_AFTER_EXPIRY_MS))
}

function proofOf(secret: string, purpose: string, random: Buffer, until: Buffer): Buffer {
  return createHmac('sha256', secret).update(`one-time ${purpose} `).update(random).update(until).digest()
}
