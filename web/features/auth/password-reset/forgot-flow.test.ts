import { expect, test } from 'vitest'
import { type ForgotEvent, forgotReducer, forgotTimes, isAboutCode, newForgotFlow } from './forgot-flow.ts'

const times = { canResendAt: 1000, expiresAt: 2000 }
const run = (...events: ForgotEvent[]) => events.reduce(forgotReducer, newForgotFlow(''))
const sent: ForgotEvent = { type: 'codeSent', email: 'mia@example.com', times }
const verified: ForgotEvent = { type: 'codeVerified', code: '123456', resetToken: 'token' }

test('goes from address to code to password to success', () => {
  expect(run().step).toBe('email')
  expect(run(sent)).toMatchObject({ step: 'verification', email: 'mia@example.com', times })
  expect(run(sent, verified)).toMatchObject({ step: 'reset', code: '123456', resetToken: 'token' })
  expect(run(sent, verified, { type: 'passwordSet' })).toMatchObject({ step: 'success', email: 'mia@example.com' })
})

test('back returns from the code to the address, without clearing it, and from the password to the code', () => {
  expect(run(sent, { type: 'back' })).toMatchObject({ step: 'email', email: 'mia@example.com' })
  expect(run(sent, verified, { type: 'back' })).toMatchObject({ step: 'verification', code: '', resetToken: '' })
})

test('a rejected code returns to its step with the reason', () => {
  const back = run(sent, verified, { type: 'codeRefused', message: 'This code has expired.' })
  expect(back).toMatchObject({ step: 'verification', problem: 'This code has expired.', code: '' })
})

test('without an answer, the code expires in ten minutes, and a resend has the longest wait', () => {
  expect(forgotTimes(null, 0)).toEqual({ canResendAt: 900_000, expiresAt: 600_000 })
  expect(forgotTimes({ canResendAt: new Date(30_000).toISOString() }, 0).canResendAt).toBe(30_000)
})

test.each([
  ['auth.codeInvalid', '', true],
  ['client.noEnvelope', 'The token is invalid', true],
  ['client.noEnvelope', 'Code EXPIRED', true],
  ['request.rateLimited', 'Too many requests.', false],
])('%s %s concerns the code: %s', (code, message, expected) => {
  expect(isAboutCode({ code, message })).toBe(expected)
})
