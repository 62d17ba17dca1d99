import { beforeEach, expect, test } from 'vitest'
import { forgetRegistrationToken, registrationTokenOf, storeRegistrationToken } from './registration-token.ts'

const NOW = 1_800_000_000_000
const DAY_MS = 86_400_000
beforeEach(() => {
  localStorage.clear()
  forgetRegistrationToken('mia@example.com')
})

test('uses the last registration of an address, in any case', () => {
  storeRegistrationToken('mia@example.com', 'first', NOW)
  storeRegistrationToken('an@example.com', 'other', NOW)
  storeRegistrationToken('mia@example.com', 'second', NOW)
  expect(registrationTokenOf('Mia@Example.com', NOW)).toBe('second')
  expect(registrationTokenOf('an@example.com', NOW)).toBe('other')
})

test('expires after a day, and is removed after use', () => {
  storeRegistrationToken('mia@example.com', 'token', NOW)
  expect(registrationTokenOf('mia@example.com', NOW + DAY_MS)).toBeUndefined()
  expect(registrationTokenOf('mia@example.com', NOW)).toBe('token')
  forgetRegistrationToken('mia@example.com', NOW)
  expect(registrationTokenOf('mia@example.com', NOW)).toBeUndefined()
})

test('stores five and ignores damaged data', () => {
  for (let count = 0; count < 7; count += 1) storeRegistrationToken(`n${count}@example.com`, `token ${count}`, NOW)
  const found = Array.from({ length: 7 }, (_, count) => registrationTokenOf(`n${count}@example.com`, NOW) !== undefined)
  expect(found).toEqual([false, false, true, true, true, true, true])
  localStorage.setItem('registrations', '{"broken')
  expect(registrationTokenOf('n6@example.com', NOW)).toBeUndefined()
})
