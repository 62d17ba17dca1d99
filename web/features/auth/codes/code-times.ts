import { CODE_TTL_SECONDS, RESEND_FIRST_WAIT_SECONDS, RESEND_LATER_WAIT_SECONDS } from '#contract/limits.ts'

export interface CodeTimes {
  /** Milliseconds since 1970, by this device's clock. */
  canResendAt: number
  expiresAt: number
}

/**
 * Turns the server's times into this device's, whose clock may be wrong by hours: no wait is longer than the server's
 * longest. Without an answer (the code was sent by a login) the first wait is assumed.
 */
export function codeTimes(sent: { canResendAt?: unknown; expiresAt?: unknown } | null, nowMs: number): CodeTimes {
  const within = (iso: unknown, fallback: number, most: number) => {
    const at = typeof iso === 'string' ? Date.parse(iso) : Number.NaN
    const waitMs = Number.isNaN(at) ? fallback * 1000 : at - nowMs
    return nowMs + Math.min(Math.max(0, waitMs), most * 1000)
  }
  return {
    canResendAt: within(sent?.canResendAt, RESEND_FIRST_WAIT_SECONDS, RESEND_LATER_WAIT_SECONDS),
    expiresAt: within(sent?.expiresAt, CODE_TTL_SECONDS, CODE_TTL_SECONDS),
  }
}
