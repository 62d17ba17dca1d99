import { MINUTES_FROM_SECONDS } from '#contract/limits.ts'

/** Splits a duration into minutes and whole seconds: 42s; 2m 5s. The caller formats the text. */
export function splitDuration(seconds: number): { minutes: number; seconds: number } {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < MINUTES_FROM_SECONDS) return { minutes: 0, seconds: whole }
  return { minutes: Math.floor(whole / 60), seconds: whole % 60 }
}
