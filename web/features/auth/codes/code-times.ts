import { CODE_TTL_SECONDS, RESEND_FIRST_WAIT_SECONDS, RESEND_LATER_WAIT_SECONDS } from '#contract/limits.ts'

export interface CodeTimes {
  /** Milliseconds since 1970 on this device's clock. */
  canResendAt: number
  expiresAt: number
}

/**
 * Converts the server's times to this device's clock, which may be hours off: no wait exceeds the server's maximum. Without
 * times (a code sent by a login), assumes the first wait.
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
