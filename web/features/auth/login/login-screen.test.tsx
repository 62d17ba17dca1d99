import { describe, expect, it } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { alerts, button, field, type Replies, showScreen, type, until } from '#test/web/screen.tsx'
import { setNavigation } from '../../../lib/navigation.ts'
import { currentSession } from '../../../lib/session.ts'
import { ConfirmSlot } from '../proof/confirm-slot.tsx'
// The form imports these rules lazily with its first check. Preloading them removes that wait from the test.
import './login-rules.ts'
import '../proof/confirm-dialog.tsx'
import { LoginScreen } from './login-screen.tsx'

const config = {
  'GET /config': { body: { success: true, data: { providers: [], providersOnly: false, facebookAppId: null } } },
}
const show = (reply?: { status?: number; body: unknown }) =>
  showScreen(<LoginScreen />, {
    path: '/login',
    texts: ['account'],
    replies: { ...config, ...(reply && { 'POST /auth/login': reply }) },
  })

/** Signing in loads the texts of the member's language, which takes seconds on a busy machine. */

describe('the login form', () => {
  it('names the fields that are empty, and sends nothing', async () => {
    const { sent } = await show()
    button('Log in').click()
    await until(() => expect(alerts()).toHaveLength(2))
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    expect(sent.map(({ call }) => call)).not.toContain('POST /auth/login')
  })

  it('has the password right after the email in the order of Tab', async () => {
    await show()
    const stops = [...document.querySelectorAll('form :is(input, button, a)')]
    expect(stops.indexOf(field('Password'))).toBe(stops.indexOf(field('Email')) + 1)
  })

  it('signs in with the typed values and goes home', async () => {
    const visited: string[] = []
    setNavigation((path) => visited.push(path))
    const { sent } = await show({ body: { success: true, data: signedIn } })
    type('Email', 'lan@example.com')
    type('Password', 'correct horse')
    button('Log in').click()
    await until(() => expect(visited).toEqual(['/']))
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
    await until(() => expect(alerts()).toEqual(['Not that one']))
    expect(document.querySelector('form')?.textContent).toContain('Not that one')
  })

  it('leads to the verification of an address that waits for it', async () => {
    const body = { success: false, message: 'Verify first', requiresVerification: true, email: 'lan@example.com' }
    const { address } = await show({ status: 403, body })
    type('Email', 'lan@example.com')
    type('Password', 'correct horse')
    button('Log in').click()
    await until(() => expect(address()).toBe('/verify-email?email=lan%40example.com'))
    expect(currentSession().user).toBeNull()
  })

  it('shows no provider button on a site without providers, and loads no script', async () => {
    const { sent } = await show()
    await until(() => expect(sent.map(({ call }) => call)).toContain('GET /config'))
    expect(document.querySelectorAll('script[src]')).toHaveLength(0)
    expect(document.body.textContent).not.toContain('or continue with')
    expect(document.querySelector('[aria-label^="Continue with"]')).toBeNull()
  })
})

const PROVIDERS = [
  { id: 'corp', name: 'Công ty' },
  { id: 'google', name: 'Google' },
]
const withProviders = (more: object = {}) => ({
  'GET /config': {
    body: { success: true, data: { providers: PROVIDERS, providersOnly: false, facebookAppId: '42', ...more } },
  },
})
const showLogin = (replies: Replies, path = '/login') =>
  showScreen(
    <>
      <LoginScreen />
      <ConfirmSlot />
    </>,
    { path, texts: ['account'], replies },
  )

describe('the provider buttons', () => {
  it('are those of the configured providers, Google and Facebook first', async () => {
    await showLogin(withProviders())
    const names = () => [...document.querySelectorAll('[aria-label^="Continue with"]')].map((each) => each.textContent)
    await until(() => expect(names()).toEqual(['Google', 'Facebook', 'Công ty']))
  })

  it('are the only way in on such a site', async () => {
    await showLogin(withProviders({ providersOnly: true }))
    await until(() => expect(button('Continue with Google')).toBeTruthy())
    expect(document.querySelector('input')).toBeNull()
    expect(document.querySelector('[aria-label="Continue with Facebook"]')).toBeNull()
  })
})

describe('back from a provider', () => {
  const answer = (status: number, body: object) => ({ ...withProviders(), 'POST /auth/oidc': { status, body } })

  it('signs in and goes home', async () => {
    const visited: string[] = []
    setNavigation((path) => visited.push(path))
    await showLogin(answer(200, { success: true, data: signedIn }), '/login?provider=corp')
    await until(() => expect(visited).toEqual(['/']))
    expect(currentSession().user?.username).toBe('lan')
  })

  it('shows the reason of a failure, and sends no other request after a reload', async () => {
    const failure = { success: false, code: 'auth.providerUnavailable', message: 'Cannot be reached' }
    const { address } = await showLogin(answer(503, failure), '/login?provider=corp')
    await until(() => expect(alerts()).toEqual(['Cannot be reached']))
    await until(() => expect(address()).toBe('/login'))
  })

  it('shows a field for the password of an account with the same address, and sends it to link the account', async () => {
    const visited: string[] = []
    setNavigation((path) => visited.push(path))
    const asked = {
      success: false,
      code: 'auth.linkRequired',
      message: 'Yours?',
      method: 'password',
      provider: 'Công ty',
    }
    const { sent } = await showLogin(
      {
        ...withProviders({ providersOnly: true }),
        'POST /auth/oidc': (body) =>
          (body as { password?: string }).password === 'correct horse'
            ? { body: { success: true, data: signedIn } }
            : { status: 409, body: asked },
      },
      '/login?provider=corp',
    )
    await until(() => expect(document.body.textContent).toContain('Is this your account?'))
    expect(document.body.textContent).toContain('After that, you can log in with Công ty')
    type('Password', 'correct horse')
    document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]')?.click()
    await until(() => expect(visited).toEqual(['/']))
    expect(sent.filter(({ call }) => call === 'POST /auth/oidc').map(({ body }) => body)).toEqual([
      {},
      { password: 'correct horse' },
    ])
  })
})
