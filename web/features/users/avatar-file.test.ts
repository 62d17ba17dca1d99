import { expect, test } from 'vitest'
import { avatarProblem } from './avatar-file.ts'

test.each([
  ['image/png', 1, null],
  ['image/png', 5 * 1024 * 1024 - 1, null],
  ['image/png', 5 * 1024 * 1024, 'account.profile.avatarTooLarge'],
  ['text/plain', 1, 'account.profile.avatarNotImage'],
  ['', 1, 'account.profile.avatarNotImage'],
])('%s of %i bytes: %s', (type, size, problem) => {
  expect(avatarProblem({ type, size })).toBe(problem)
})
