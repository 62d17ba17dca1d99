import { createHmac } from 'node:crypto'

export interface ThrottleRule {
  /** Failures allowed within the window before the first delay. */
  free: number
  firstWaitSeconds: number
  /** 15 minutes if missing. */
  longestWaitSeconds?: number
  /** Period in which failures count; THROTTLE_WINDOW_SECONDS if missing. */
  windowSeconds?: number
}

export const THROTTLE_WINDOW_SECONDS = 3600
const LONGEST_WAIT_SECONDS = 900

/**
 * Limits failed sign-ins in three ways: per account and network, per network, and per account. Limits wrong codes per network
 * too, since each resend would allow five more guesses. Across resends, also limits them per address and purpose: from one
 * network, and in total from networks that the account's owner has never signed in from.
 */
export const THROTTLES = {
  accountFromNetwork: { free: 5, firstWaitSeconds: 30 },
  network: { free: 40, firstWaitSeconds: 30 },
  account: { free: 60, firstWaitSeconds: 30 },
  codesFromNetwork: { free: 30, firstWaitSeconds: 30 },
  codesOfAddressFromNetwork: { free: 15, firstWaitSeconds: 30, longestWaitSeconds: 3600, windowSeconds: 86_400 },
  codesOfAddress: { free: 40, firstWaitSeconds: 30, longestWaitSeconds: 3600, windowSeconds: 86_400 },
} as const satisfies Record<string, ThrottleRule>

/** Returns the delay in seconds after this many failures: 0 at first, then doubling up to the rule's maximum. */
export function throttleWaitSeconds(rule: ThrottleRule, failures: number): number {
  const beyond = failures - rule.free
  return beyond < 0
    ? 0
    : Math.min(rule.longestWaitSeconds ?? LONGEST_WAIT_SECONDS, rule.firstWaitSeconds * 2 ** Math.min(beyond, 10))
}

/** Returns an anonymous key for a throttle. */
export function throttleKey(secret: string, kind: string, ...parts: string[]): string {
  return createHmac('sha256', secret)
    .update(`throttle ${kind} ${parts.join(' ')}`)
    .digest('base64url')
}
