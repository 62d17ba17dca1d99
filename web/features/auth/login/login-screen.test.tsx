import { afterEach, describe, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { alerts, button, field, leaveScreen, showScreen, type } from '#test/web/screen.tsx'
import { setNavigation } from '../../../lib/navigation.ts'
import { currentSession } from '../../../lib/session.ts'
import { Toaster } from '../../../ui/toaster.tsx'
// The form imports these rules lazily with its first check. Preloading them removes that wait from the test.
import './login-rules.ts'
import { LoginScreen } from './login-screen.tsx'

const config = { 'GET /config': { body: { success: true, data: { googleClientId: null, facebookAppId: null } } } }
const show = (reply?: { status?: number; body: unknown }) =>
  showScreen(<LoginScreen />, {
    path: '/login',
    texts: ['account'],
    replies: { ...config, ...(reply && { 'POST /auth/login': reply }) },
  })

afterEach(leaveScreen)

describe('the login form', () => {
  it('names the fields that are empty, and sends nothing', async () => {
    const { sent } = await show()
    button('Log in').click()
    await vi.waitFor(() => expect(alerts()).toHaveLength(2))
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    expect(sent.map(({ call }) => call)).not.toContain('POST /auth/login')
  })

  it('signs in with the typed values and goes home', async () => {
    const visited: string[] = []
    setNavigation((path) => visited.push(path))
    const { sent } = await show({ body: { success: true, data: signedIn } })
    type('Email', 'lan@example.com')
    type('Password', 'correct horse')
    button('Log in').click()
    await vi.waitFor(() => expect(visited).toEqual(['/']))
    expect(currentSession().user?.username).toBe('lan')
    expect(sent).toContainEqual({
      call: 'POST /auth/login',
      body: { email: 'lan@example.com', password: 'correct horse' },
    })
  })

  it('shows a wrong password at the form until the next attempt', async () => {
    await show({ status: 401, body: { success: false, code: 'auth.invalidCredentials', message: 'Not that one' } })
    type('Email', 'lan@example.com')
    type('Password', 'wrong horse')
    button('Log in').click()
    await vi.waitFor(() => expect(alerts()).toEqual(['Not that one']))
    expect(document.querySelector('form')?.textContent).toContain('Not that one')
  })

  it('leads to the verification of an address that waits for it', async () => {
    const body = { success: false, message: 'Verify first', requiresVerification: true, email: 'lan@example.com' }
    const { address } = await show({ status: 403, body })
    type('Email', 'lan@example.com')
    type('Password', 'correct horse')
    button('Log in').click()
    await vi.waitFor(() => expect(address()).toBe('/verify-email?email=lan%40example.com'))
    expect(currentSession().user).toBeNull()
  })

  it('says that a provider is not set up, and loads nothing of it', async () => {
    const { sent } = await showScreen(
      <>
        <LoginScreen />
        <Toaster label="Messages" />
      </>,
      { path: '/login', texts: ['account'], replies: config },
    )
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /config'))
    for (const provider of ['Google', 'Facebook']) {
      button(`Continue with ${provider}`).click()
      await vi.waitFor(() => expect(document.body.textContent).toContain(`Signing in with ${provider} is not set up`), {
        timeout: 10_000,
      })
    }
    expect(document.querySelectorAll('script[src]')).toHaveLength(0)
  })
})
