import { expect, it, vi } from 'vitest'
import { createMapStore } from './store.ts'

it('sets several values with one notification, and none without a change', () => {
  const store = createMapStore<number>()
  const listener = vi.fn()
  store.subscribe(listener)
  store.set(['one', 1], ['__proto__', 2])
  expect([store.get('one'), store.get('__proto__'), store.get('constructor')]).toEqual([1, 2, undefined])
  store.set(['one', 1])
  expect(listener).toHaveBeenCalledTimes(1)
})

it('removes a key set to undefined, and all keys when cleared', () => {
  const store = createMapStore<number>()
  store.set(['one', 1], ['two', 2])
  store.set(['one', undefined])
  expect([store.get('one'), store.size]).toEqual([undefined, 1])
  store.clear()
  expect(store.get('two')).toBeUndefined()
})

it('does not notify an unsubscribed listener', () => {
  const store = createMapStore<number>()
  const listener = vi.fn()
  store.subscribe(listener)()
  store.set(['one', 1])
  expect(listener).not.toHaveBeenCalled()
})
