import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { api, apiPrefetched } from './api.ts'
import { ApiError, NetworkError } from './api-error.ts'
import { confirmRequest } from './confirm-identity.ts'
import { setNavigation } from './navigation.ts'
import { currentSession, signIn, signOut } from './session.ts'

const signInWith = (token: string) => signIn({ ...signedIn, authentication: { ...signedIn.authentication, token } })

const fetched = vi.fn<typeof fetch>()
const went = vi.fn()

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetched.mockImplementation(
    async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  )
const sent = () => {
  const [url, init] = fetched.mock.calls.at(-1) ?? []
  return { url, ...init, headers: new Headers(init?.headers) }
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  went.mockReset()
  setNavigation(went)
  signOut()
  document.documentElement.lang = 'en'
})

describe('a call', () => {
  it('puts parameters into the path and the rest into the query', async () => {
    answer(200, { success: true, data: [] })
    await api('GET /users/{id}/followers', { params: { id: 'lan anh/1' }, query: { limit: 20 } })
    expect(sent()).toMatchObject({ method: 'GET', url: '/api/users/lan%20anh%2F1/followers?limit=20' })
  })

  it('omits undefined values', async () => {
    answer(200, { success: true })
    await api('GET /vector-search/text', { query: { q: 'mèo', lastId: undefined } })
    expect(sent().url).toBe('/api/vector-search/text?q=m%C3%A8o')
  })

  it('sends JSON with its type and returns the parsed body', async () => {
    answer(200, { success: true, message: 'ok', expiresAt: 'x', canResendAt: 'y' })
    const body = await api('POST /auth/forgot-password', { body: { email: 'a@b.c' } })
    expect(body.message).toBe('ok')
    expect(sent().headers.get('content-type')).toBe('application/json')
    expect(sent().body).toBe('{"email":"a@b.c"}')
  })

  it('leaves the content type of a form to the browser', async () => {
    answer(201, { success: true })
    const form = new FormData()
    await api('POST /meme', { form })
    expect(sent().body).toBe(form)
    expect(sent().headers.has('content-type')).toBe(false)
  })

  it('sends a member’s token and language', async () => {
    signInWith('token-1')
    answer(200, { success: true })
    await api('GET /users/me')
    expect(sent().headers.get('authorization')).toBe('Bearer token-1')
    expect(sent().headers.get('accept-language')).toBe('vi,en;q=0.8')
  })

  it('sends a visitor’s page language without a token', async () => {
    document.documentElement.lang = 'vi'
    answer(200, { success: true })
    await api('GET /config')
    expect(sent().headers.has('authorization')).toBe(false)
    expect(sent().headers.get('accept-language')).toBe('vi')
  })
})

describe('a failure', () => {
  it('has status, code, message, fields and the wait', async () => {
    answer(
      429,
      { success: false, code: 'auth.tooManyRequests', message: 'Slow down', attemptsRemaining: 0 },
      { 'retry-after': '12' },
    )
    const error = await failure(api('POST /auth/verify-email', { body: { email: 'a@b.c', code: '123456' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 429,
      code: 'auth.tooManyRequests',
      message: 'Slow down',
      retryAfter: 12,
      errors: [],
      body: { attemptsRemaining: 0 },
    })
    expect(went).not.toHaveBeenCalled()
  })

  it('without an envelope has no message', async () => {
    answer(502, '<html>Bad gateway</html>')
    expect(await failure(api('GET /config'))).toMatchObject({ status: 502, code: 'client.noEnvelope', message: '' })
    expect(went).not.toHaveBeenCalled()
  })

  it('without an answer is a NetworkError', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failure(api('GET /config'))).toBeInstanceOf(NetworkError)
  })

  it('aborted by the caller is an AbortError', async () => {
    const giveUp = new AbortController()
    fetched.mockImplementation(async () => {
      giveUp.abort()
      throw new DOMException('Aborted', 'AbortError')
    })
    expect(await failure(api('GET /config', { signal: giveUp.signal }))).toMatchObject({ name: 'AbortError' })
  })
})

describe('a call that needs confirmation', () => {
  const refuseOnce = () => {
    answer(200, { success: true, message: 'Deleted' })
    fetched.mockImplementationOnce(async () =>
      Response.json({ success: false, code: 'auth.confirmFirst', method: 'password' }, { status: 403 }),
    )
  }

  it('is repeated after the member’s confirmation', async () => {
    refuseOnce()
    const deleted = api('DELETE /users/me')
    await vi.waitFor(() => expect(confirmRequest.get()?.terms.method).toBe('password'))
    confirmRequest.get()?.settle(true)
    expect((await deleted).message).toBe('Deleted')
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(confirmRequest.get()).toBeNull()
  })

  it('is dropped silently when the member closes the dialog', async () => {
    refuseOnce()
    const deleted = failure(api('DELETE /users/me'))
    await vi.waitFor(() => expect(confirmRequest.get()).not.toBeNull())
    confirmRequest.get()?.settle(false)
    expect(await deleted).toMatchObject({ name: 'AbortError' })
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})

describe('a 500', () => {
  it('opens the server-error page', async () => {
    answer(500, { success: false, code: 'server.error', message: 'Oops' })
    await failure(api('GET /config'))
    expect(went).toHaveBeenCalledExactlyOnceWith('/sever-error', undefined)
  })

  it('for a forgotten password shows no error page', async () => {
    answer(500, { success: false, code: 'server.error', message: 'Oops' })
    await failure(api('POST /auth/forgot-password', { body: { email: 'a@b.c' } }))
    expect(went).not.toHaveBeenCalled()
  })
})

describe('a 401', () => {
  it('ends the session and opens login', async () => {
    signInWith('token-1')
    answer(401, { success: false, code: 'auth.tokenInvalid', message: 'Log in again' })
    expect(await failure(api('GET /users/me'))).toBeInstanceOf(ApiError)
    expect(currentSession().user).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(went).toHaveBeenCalledExactlyOnceWith('/login', undefined)
  })

  it('at login means only a wrong password', async () => {
    answer(401, { success: false, code: 'auth.invalidCredentials', message: 'Wrong' })
    expect(await failure(api('POST /auth/login', { body: { email: 'a@b.c', password: 'secret1' } }))).toMatchObject({
      message: 'Wrong',
    })
    expect(went).not.toHaveBeenCalled()
  })

  it('for an old token leaves a newer session', async () => {
    signInWith('token-1')
    fetched.mockImplementation(async () => {
      signInWith('token-2')
      return new Response('{}', { status: 401 })
    })
    await failure(api('GET /users/me'))
    expect(currentSession().token).toBe('token-2')
    expect(went).not.toHaveBeenCalled()
  })
})

describe('a server failure', () => {
  it('shows the server-error page only for a 500', async () => {
    answer(500, { success: false, code: 'server.error', message: 'Oops' })
    expect(await failure(api('GET /config'))).toMatchObject({ status: 500 })
    expect(went).toHaveBeenCalledExactlyOnceWith('/sever-error', undefined)
  })

  it.each([501, 502, 503, 504])('with a %i is left to the caller', async (status) => {
    answer(status, { success: false, code: 'server.unavailable', message: 'Later' })
    expect(await failure(api('GET /config'))).toMatchObject({ status })
    expect(went).not.toHaveBeenCalled()
  })
})

describe('an embedded answer', () => {
  const body = { success: true, data: [], hasNext: false, nextCursor: null }
  const embed = (address: string) => {
    const data = document.createElement('script')
    data.type = 'application/json'
    data.id = 'first-view'
    data.textContent = JSON.stringify({ answers: [{ address, body }] })
    document.body.replaceChildren(data)
  }
  const ask = () => apiPrefetched('GET /trending-memes', { query: { period: '24h', limit: 15 } })

  it('is used only by a visitor, for its own call, once', () => {
    expect(ask()).toBeNull()
    embed('/api/trending-memes?limit=15&period=7d')
    expect(ask()).toBeNull()
    embed('/api/trending-memes?limit=15&period=24h')
    signInWith('t')
    expect(ask()).toBeNull()
    signOut()
    expect(ask()).toEqual(body)
    expect(ask()).toBeNull()
    expect(fetched).not.toHaveBeenCalled()
  })
})
