import { MINUTES_FROM_SECONDS } from '#contract/limits.ts'

/** Whole seconds below a minute, then minutes and seconds: 42s; 2m 5s. The texts are the caller's. */
export function splitDuration(seconds: number): { minutes: number; seconds: number } {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < MINUTES_FROM_SECONDS) return { minutes: 0, seconds: whole }
  return { minutes: Math.floor(whole / 60), seconds: whole % 60 }
}
