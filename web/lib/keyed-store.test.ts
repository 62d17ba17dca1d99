import { expect, it, vi } from 'vitest'
import { createKeyedStore } from './keyed-store.ts'

it('notifies only who follows the key that changed', () => {
  const store = createKeyedStore<number>()
  const [one, two] = [vi.fn(), vi.fn()]
  store.subscribe('one', one)
  store.subscribe('two', two)
  store.set('one', 1)
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 0])
  store.set('one', 1)
  expect(one).toHaveBeenCalledTimes(1)
})

it('forgets a key that is set to undefined, and all of them when cleared', () => {
  const store = createKeyedStore<number>()
  const listener = vi.fn()
  store.subscribe('two', listener)
  store.set('one', 1)
  store.set('two', 2)
  store.set('one', undefined)
  expect(store.get('one')).toBeUndefined()
  store.clear()
  expect(store.get('two')).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(2)
})

it('stops notifying who has left', () => {
  const store = createKeyedStore<number>()
  const listener = vi.fn()
  store.subscribe('one', listener)()
  store.set('one', 1)
  expect(listener).not.toHaveBeenCalled()
})
