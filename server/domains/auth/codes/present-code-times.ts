import type { CodeTimes } from './send-code.ts'

export const presentCodeTimes = ({ expiresAt, canResendAt }: CodeTimes) => ({
  expiresAt: expiresAt.toISOString(),
  canResendAt: canResendAt.toISOString(),
})
