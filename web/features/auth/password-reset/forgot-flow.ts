import { FORGOT_FALLBACK_EXPIRY_SECONDS, FORGOT_FALLBACK_WAIT_SECONDS } from '#contract/limits.ts'
import { type CodeTimes, codeTimes } from '../codes/code-times.ts'

export const FORGOT_STEPS = ['email', 'verification', 'reset', 'success'] as const
export type ForgotStep = (typeof FORGOT_STEPS)[number]

export interface ForgotFlow {
  step: ForgotStep
  email: string
  code: string
  resetToken: string
  times: CodeTimes
  /** The server's message that explains why the flow went back a step. */
  problem: string
}

export type ForgotEvent =
  | { type: 'codeSent'; email: string; times: CodeTimes }
  | { type: 'codeVerified'; code: string; resetToken: string }
  | { type: 'codeRefused'; message: string }
  | { type: 'passwordSet' }
  | { type: 'back' }

export const newForgotFlow = (email: string): ForgotFlow => ({
  step: 'email',
  email,
  code: '',
  resetToken: '',
  times: { canResendAt: 0, expiresAt: 0 },
  problem: '',
})

/** Reducer of the four steps. */
export function forgotReducer(flow: ForgotFlow, event: ForgotEvent): ForgotFlow {
  switch (event.type) {
    case 'codeSent':
      return { ...newForgotFlow(event.email), step: 'verification', times: event.times }
    case 'codeVerified':
      return { ...flow, step: 'reset', code: event.code, resetToken: event.resetToken, problem: '' }
    case 'codeRefused':
      return { ...flow, step: 'verification', code: '', resetToken: '', problem: event.message }
    case 'passwordSet':
      return { ...newForgotFlow(flow.email), step: 'success' }
    case 'back':
      return { ...flow, step: flow.step === 'reset' ? 'verification' : 'email', code: '', resetToken: '', problem: '' }
  }
}

/** Returns the times of a code that was sent or may have been sent. */
export function forgotTimes(sent: { canResendAt?: unknown; expiresAt?: unknown } | null, nowMs: number): CodeTimes {
  if (sent) return codeTimes(sent, nowMs)
  return {
    canResendAt: nowMs + FORGOT_FALLBACK_WAIT_SECONDS * 1000,
    expiresAt: nowMs + FORGOT_FALLBACK_EXPIRY_SECONDS * 1000,
  }
}

/** Returns true if a reset failed because of the code, so that the flow returns to the code step. */
export function isAboutCode({ code, message }: { code: string; message: string }): boolean {
  return (
    ['auth.codeInvalid', 'auth.codeExpired', 'auth.resetTokenInvalid', 'auth.tooManyAttempts'].includes(code) ||
    /invalid|expired/i.test(message)
  )
}
