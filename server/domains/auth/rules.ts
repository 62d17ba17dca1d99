import { createHmac, randomInt } from 'node:crypto'
import {
  CODE_DIGITS,
  CODE_MAX_ATTEMPTS,
  CODE_MAX_ATTEMPTS_IN_ALL,
  CODE_TTL_SECONDS,
  RESEND_FIRST_WAIT_SECONDS,
  RESEND_LATER_WAIT_SECONDS,
} from '#contract/limits.ts'
import { usernameKey, usernameSkeletons } from '../users/username-keys.ts'

/** Purposes of mailed codes. */
export const CODE_PURPOSES = ['verify-email', 'reset-password', 'change-email', 'confirm-change'] as const
export type CodePurpose = (typeof CODE_PURPOSES)[number]
/** All secrets short enough to guess: mailed codes, plus authenticator and recovery codes, which follow the password. */
export const GUESSED_PURPOSES = [...CODE_PURPOSES, 'second-factor'] as const
export type GuessedPurpose = (typeof GUESSED_PURPOSES)[number]

/** Draws six uniformly random digits. */
export function generateCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** Hashes a code for storage, keyed by the installation's secret and bound to address and purpose. */
export function hashCode(secret: string, email: string, purpose: CodePurpose, code: string): string {
  return createHmac('sha256', secret).update(`code ${purpose} ${email} ${code}`).digest('base64url')
}

/** Returns the token of a registration, given only to its creator or to a person with its password. */
export function registrationTokenFor(secret: string, registrationId: string): string {
  return createHmac('sha256', secret).update(`registration ${registrationId}`).digest('base64url')
}

/** Keyed hash of the holder of a reserved username: a registering address, or the member who gave it up. */
export function hashHolder(secret: string, kind: 'address' | 'member', id: string): string {
  return createHmac('sha256', secret).update(`holder ${kind} ${id}`).digest('base64url')
}

/** Proves that a reset code was checked. Bound to the code, so that a resend voids it. */
export function resetTokenFor(secret: string, email: string, codeHash: string): string {
  return createHmac('sha256', secret).update(`reset ${email} ${codeHash}`).digest('base64url')
}

/** Keyed hash of the id of a deleted account's passkey. */
export function hashCredential(secret: string, credentialId: string): string {
  return createHmac('sha256', secret).update(`credential ${credentialId}`).digest('base64url')
}

/** Keyed hash of a deleted account's address. */
export function hashEmail(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`email ${email}`).digest('base64url')
}

/**
 * Keyed hashes of a reserved username and its skeletons, so that reservations after a deletion do not identify a person. Sorted
 * to avoid deadlocks.
 */
export function hashReservedNames(secret: string, username: string): string[] {
  const keys = new Set([usernameKey(username), ...usernameSkeletons(username)])
  return [...keys].map((key) => createHmac('sha256', secret).update(`username ${key}`).digest('base64url')).sort()
}

/** Seconds until the next code can be sent: short at first, then longer. `sends` includes the last one. */
export function resendWaitSeconds(sends: number): number {
  return sends <= 1 ? RESEND_FIRST_WAIT_SECONDS : RESEND_LATER_WAIT_SECONDS
}

export function codeTimes(now: Date, sends: number): { expiresAt: Date; canResendAt: Date } {
  return {
    expiresAt: new Date(now.getTime() + CODE_TTL_SECONDS * 1000),
    canResendAt: new Date(now.getTime() + resendWaitSeconds(sends) * 1000),
  }
}

/** Returns the client's remaining attempts: 4 after the first wrong code, 0 after the fifth or once the total is used up. */
export function triesLeft(code: { attempts: number; tries: Record<string, number> }, client: string): number {
  const own = CODE_MAX_ATTEMPTS - (code.tries[client] ?? 0)
  return Math.max(0, Math.min(own, CODE_MAX_ATTEMPTS_IN_ALL - code.attempts))
}

/** Returns the index (oldest first) of the registration to evict: the oldest from the network that has the most. */
export function registrationToEvict(waiting: readonly { network_key: string }[]): number {
  const counts = new Map<string, number>()
  for (const { network_key } of waiting) counts.set(network_key, (counts.get(network_key) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return waiting.findIndex(({ network_key }) => counts.get(network_key) === most)
}
