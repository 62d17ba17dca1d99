import { describe, expect, it } from 'vitest'
import { codeTimes } from './code-times.ts'

const now = Date.parse('2025-03-01T12:00:00.000Z')
const iso = (seconds: number) => new Date(now + seconds * 1000).toISOString()

describe('times of a code', () => {
  it('are the server’s if both clocks agree', () => {
    expect(codeTimes({ canResendAt: iso(30), expiresAt: iso(600) }, now)).toEqual({
      canResendAt: now + 30_000,
      expiresAt: now + 600_000,
    })
  })

  it('never exceed the longest wait, regardless of the clock', () => {
    expect(codeTimes({ canResendAt: iso(7200), expiresAt: iso(7800) }, now)).toEqual({
      canResendAt: now + 120_000,
      expiresAt: now + 600_000,
    })
  })

  it('assume the first wait without an answer', () => {
    expect(codeTimes(null, now).canResendAt).toBe(now + 30_000)
  })

  it('are never before now', () => {
    expect(codeTimes({ canResendAt: iso(-500), expiresAt: iso(60) }, now).canResendAt).toBe(now)
  })
})
