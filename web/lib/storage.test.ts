import { afterEach, expect, it, vi } from 'vitest'
import { readItem, removeItem, writeItem } from './storage.ts'
import type { CacheName, DatabaseName } from './storage-registry.ts'

afterEach(() => vi.unstubAllGlobals())

it('stores each item in its storage', () => {
  expect([writeItem('theme', 'dark'), writeItem('lists', '[]')]).toEqual([true, true])
  expect([localStorage.getItem('theme'), sessionStorage.getItem('lists')]).toEqual(['dark', '[]'])
  expect([readItem('theme'), readItem('lists')]).toEqual(['dark', '[]'])
  removeItem('theme')
  removeItem('lists')
  expect([readItem('theme'), readItem('lists')]).toEqual([null, null])
})

it('tolerates a full or blocked storage', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem })
  expect(writeItem('theme', 'dark')).toBe(false)
})

it('accepts only registered names', () => {
  // @ts-expect-error: not listed
  readItem('unlisted')
  // @ts-expect-error: not listed
  const names: [CacheName, DatabaseName] = ['unlisted', 'memeroom-studio']
  // @ts-expect-error: not listed
  names[1] = 'unlisted'
})
