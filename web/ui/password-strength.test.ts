import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

describe('the strength of a password', () => {
  it.each([
    ['', 0],
    ['abc123', 1],
    ['Password1', 1],
    ['matkhau123', 1],
    ['aaaaaaaaaaaaaaaa', 1],
    ['hoamai88', 2],
    ['Hoamai-8x8', 3],
    ['hoamaixuanvang', 3],
    ['con mèo nằm trên mái', 4],
  ])('is right for "%s": %i', (password, level) => {
    expect(passwordStrength(password)).toBe(level)
  })

  it('grows with the length', () => {
    expect(passwordStrength('correct horse battery')).toBeGreaterThan(passwordStrength('correct'))
  })
})
