import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import {
  CODE_DIGITS,
  CODE_MAX_ATTEMPTS,
  CODE_TTL_SECONDS,
  RESEND_FIRST_WAIT_SECONDS,
  RESEND_LATER_WAIT_SECONDS,
} from '#contract/limits.ts'

export type CodePurpose = 'verify-email' | 'reset-password'

/** Six digits, each value equally likely. */
export function drawCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** What is stored of a code: keyed by the installation's secret and bound to address and purpose. */
export function hashCode(secret: string, email: string, purpose: CodePurpose, code: string): string {
  return createHmac('sha256', secret).update(`code ${purpose} ${email} ${code}`).digest('base64url')
}

export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A deleted account's address, as a hash that only this installation can make. */
export function hashEmail(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`email ${email}`).digest('base64url')
}

/** Seconds until the next send: the first wait is short, later ones longer. `sends` counts the one just made. */
export function resendWaitSeconds(sends: number): number {
  return sends <= 1 ? RESEND_FIRST_WAIT_SECONDS : RESEND_LATER_WAIT_SECONDS
}

export function codeTimes(now: Date, sends: number): { expiresAt: Date; canResendAt: Date } {
  return {
    expiresAt: new Date(now.getTime() + CODE_TTL_SECONDS * 1000),
    canResendAt: new Date(now.getTime() + resendWaitSeconds(sends) * 1000),
  }
}

/** Attempts left after `attempts` wrong ones: 4 after the first, 0 after the fifth. */
export function attemptsRemaining(attempts: number): number {
  return Math.max(0, CODE_MAX_ATTEMPTS - attempts)
}
