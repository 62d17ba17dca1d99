import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBoundedMemory } from './bounded-memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const create = (more: Partial<Parameters<typeof createBoundedMemory<string>>[0]> = {}) =>
  createBoundedMemory<string>({ max: 10, keptMs: 1000, sizeOf: (text) => text.length, ...more })

test('values are kept for their time', () => {
  const memory = create()
  memory.keep('a', 'one', memory.era())
  vi.advanceTimersByTime(999)
  expect(memory.get('a')).toBe('one')
  vi.advanceTimersByTime(1)
  expect(memory.get('a')).toBeUndefined()
  const nothing = create({ keptMs: 0 })
  nothing.keep('a', 'one', nothing.era())
  expect(nothing.get('a')).toBeUndefined()
})

test('values that are more than fit push out those kept first, also after they were replaced by smaller ones', () => {
  const memory = create()
  for (const [key, value] of [
    ['a', 'aaaa'],
    ['b', 'bbbb'],
    ['a', 'a'],
    ['c', 'ccccc'],
  ] as const)
    memory.keep(key, value, memory.era())
  expect(['a', 'b', 'c'].map(memory.get)).toEqual(['a', 'bbbb', 'ccccc'])
  memory.keep('d', 'd', memory.era())
  expect(['a', 'b', 'c', 'd'].map(memory.get)).toEqual(['a', undefined, 'ccccc', 'd'])
  memory.keep('e', 'longer than all', memory.era())
  expect(memory.get('e')).toBeUndefined()
})

test('what was being read when everything was forgotten is not kept', () => {
  const memory = create()
  const before = memory.era()
  memory.keep('a', 'one', before)
  memory.forget()
  expect(memory.get('a')).toBeUndefined()
  memory.keep('b', 'two', before)
  expect(memory.get('b')).toBeUndefined()
  memory.keep('b', 'two', memory.era())
  expect(memory.get('b')).toBe('two')
})
