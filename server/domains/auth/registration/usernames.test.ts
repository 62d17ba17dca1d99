import { expect, test } from 'vitest'
import { Username } from '#contract/primitives.ts'
import { displayNameOf, usernamesFor } from './usernames.ts'

test('a name becomes a username without tone marks', () => {
  expect(usernamesFor({ name: 'Nguyễn Đình Ân', email: 'an@example.com' })[0]).toBe('nguyen.dinh.an')
})

test('falls back to the address without a usable name', () => {
  expect(usernamesFor({ name: '', email: 'mia.tran@example.com' })[0]).toBe('mia.tran')
  expect(usernamesFor({ name: 'An', email: 'mia@example.com' })[0]).toBe('mia')
})

test('does not offer a reserved name', () => {
  expect(usernamesFor({ name: 'Admin', email: null })[0]).toMatch(/^user\d+$/)
})

test('offers only valid usernames', () => {
  for (const name of ['', 'Nguyễn', '李小龍', '!!!', 'a'.repeat(200), 'Ó'])
    for (const username of usernamesFor({ name, email: null })) expect(Username.safeParse(username).success).toBe(true)
})

test('uses the username for a display name out of bounds', () => {
  expect(displayNameOf('Mia Trần', 'mia')).toBe('Mia Trần')
  expect(displayNameOf('An', 'an.99')).toBe('an.99')
  expect(displayNameOf('x'.repeat(80), 'x')).toHaveLength(50)
})
