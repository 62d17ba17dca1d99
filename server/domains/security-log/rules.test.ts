import { expect, test } from 'vitest'
import { addressKey, createEventGate, memberKey, networkKey } from './rules.ts'

test('identities are keyed hashes, different for each kind', () => {
  const keys = [memberKey('s', 'a'), addressKey('s', 'a'), networkKey('s', 'a'), memberKey('t', 'a')]
  expect(new Set(keys).size).toBe(4)
  expect(networkKey('s', '2001:db8::1')).toBe(networkKey('s', '2001:db8::2'))
})

test('records twenty failures per source and minute, and six hundred in all', () => {
  const lets = createEventGate()
  const recorded = Array.from({ length: 30 }, () => lets('sign-in-failed', 'one', 0)).filter(Boolean)
  expect(recorded).toHaveLength(20)
  const others = Array.from({ length: 1000 }, (_, index) => lets('refused', `source ${index}`, 1)).filter(Boolean)
  expect(others).toHaveLength(580)
  expect(lets('sign-in-failed', 'one', 60_000)).toBe(true)
})

test('always records the actions of the own member', () => {
  const lets = createEventGate()
  expect(Array.from({ length: 700 }, () => lets('password-changed', 'one', 0)).every(Boolean)).toBe(true)
})
