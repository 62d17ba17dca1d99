import { expect, test } from 'vitest'
import { isMemoryScarce, lowMemory, memoryLimit } from './memory-limit.ts'

const MIB = 2 ** 20

test('a limit that is too low gives one line with the limit and the requirement', () => {
  expect(lowMemory(384 * MIB)).toBe('The memory limit is 384 MB, and the server needs 512 MB: raise it, or set OCR=off')
  expect(lowMemory(512 * MIB)).toBeUndefined()
})

test('the limit of this machine can be read', () => {
  expect(memoryLimit()).toBeGreaterThan(64 * MIB)
})

test('a machine with 1 GB, of which the kernel keeps a part, optimizes the code of the database', () => {
  expect(isMemoryScarce(950 * MIB)).toBe(false)
  expect(isMemoryScarce(768 * MIB)).toBe(true)
})
