import { beforeEach, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { api, apiPrefetched } from './api.ts'
import { NetworkError } from './api-error.ts'
import { setNavigation } from './navigation.ts'
import { prefetch } from './prefetched-response.ts'
import { requestHeaders } from './request-headers.ts'
import { currentSession, signIn, signOut } from './session.ts'

const fetched = vi.fn<typeof fetch>()
const went = vi.fn()
const page = { success: true, data: { success: true, recommendations: [] }, hasMore: false, nextCursor: null }
const answer = (status: number, body: unknown) =>
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status }))

const FEED = '/api/recommendation-feed?limit=50'
const askAs = (token: string) => prefetch(FEED, requestHeaders('vi,en;q=0.8', token))
const callFeed = () => api('GET /recommendation-feed', { query: { limit: 50 } })

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  went.mockReset()
  setNavigation(went)
  globalThis.prefetched = undefined
  signOut()
  signIn(signedIn)
})

it('is used once by the same call', async () => {
  answer(200, page)
  void askAs('token-1')
  expect(await callFeed()).toEqual(page)
  expect(fetched).toHaveBeenCalledOnce()
  await callFeed()
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('is available without waiting after it arrived', async () => {
  answer(200, page)
  const asked = askAs('token-1')
  expect(apiPrefetched('GET /recommendation-feed', { query: { limit: 50 } })).toBeNull()
  await asked
  expect(apiPrefetched('GET /recommendation-feed', { query: { limit: 50 } })).toEqual(page)
  expect(apiPrefetched('GET /recommendation-feed', { query: { limit: 50 } })).toBeNull()
})

it('is ignored by other calls and other members', async () => {
  answer(200, page)
  await askAs('token-of-another')
  expect(apiPrefetched('GET /recommendation-feed', { query: { limit: 50 } })).toBeNull()
  await callFeed()
  await api('GET /recommendation-feed', { query: { limit: 50, cat: 'work' } })
  expect(fetched).toHaveBeenCalledTimes(3)
})

it('with a 401 ends the session like any other', async () => {
  answer(401, { success: false, code: 'auth.tokenInvalid', message: 'Log in again' })
  await askAs('token-1')
  expect(apiPrefetched('GET /recommendation-feed', { query: { limit: 50 } })).toBeNull()
  await expect(callFeed()).rejects.toMatchObject({ status: 401 })
  expect(fetched).toHaveBeenCalledOnce()
  expect(currentSession().user).toBeNull()
  expect(went).toHaveBeenCalledExactlyOnceWith('/login', undefined)
})

it('that failed is a NetworkError of that call, and the next call sends a request', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(askAs('token-1')).rejects.toThrow('Failed to fetch')
  await expect(callFeed()).rejects.toBeInstanceOf(NetworkError)
  answer(200, page)
  expect(await callFeed()).toEqual(page)
})
