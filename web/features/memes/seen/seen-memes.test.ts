import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { signIn, signOut } from '../../../lib/session.ts'
import { watchSeen } from './seen-memes.ts'

type Observed = (entries: Partial<IntersectionObserverEntry>[]) => void
let observed: Observed = () => undefined
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      constructor(callback: Observed) {
        observed = callback
      }
    },
  )
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: { seen: 1 } })))
  signIn(signedIn)
})
afterEach(() => {
  signOut()
  vi.useRealTimers()
})

const whole = { width: 100, height: 100 } as DOMRectReadOnly
const nothing = { width: 0, height: 0 } as DOMRectReadOnly
const show = (target: Element, intersectionRect = whole) =>
  observed([{ target, intersectionRect, boundingClientRect: whole, rootBounds: whole }])
const watchNew = (memeId: string) => {
  const tile = document.createElement('article')
  return { tile, stop: watchSeen(tile, memeId) }
}
const sent = () =>
  fetched.mock.calls.map(([, init]) => ({ ids: JSON.parse(String(init?.body)).memeIds, keepalive: init?.keepalive }))
const hide = (state: 'hidden' | 'visible') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('sends a tile after a second in view in the foreground, together with others', async () => {
  const [one, two, three] = [watchNew('one'), watchNew('two'), watchNew('three')]
  show(one.tile)
  show(two.tile)
  await vi.advanceTimersByTimeAsync(900)
  show(two.tile, nothing)
  await vi.advanceTimersByTimeAsync(200)
  hide('hidden')
  await vi.advanceTimersByTimeAsync(0)
  expect(sent()).toEqual([{ ids: ['one'], keepalive: true }])
  show(three.tile)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent()).toHaveLength(1)
  hide('visible')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent().slice(1)).toEqual([{ ids: ['three'], keepalive: undefined }])
})

test('does not send a tile that leaves within a second, or a visitor’s tile', async () => {
  const gone = watchNew('gone')
  show(gone.tile)
  gone.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  signOut()
  show(watchNew('visited').tile)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent()).toEqual([])
})

test('sends later after a lost connection', async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  show(watchNew('later').tile)
  await vi.advanceTimersByTimeAsync(6500)
  expect(sent()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(6000)
  expect(sent().map(({ ids }) => ids)).toEqual([['later'], ['later']])
})
