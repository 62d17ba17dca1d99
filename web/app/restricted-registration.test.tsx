import { afterEach, describe, expect, test, vi } from 'vitest'
import { leaveScreen, shownText, showScreen } from '#test/web/screen.tsx'
import { LoginScreen } from '../features/auth/login/login-screen.tsx'
import { RegisterScreen } from '../features/auth/register/register-screen.tsx'
import { LoginToUpload } from '../features/memes/quick-upload/login-to-upload.tsx'
import { site } from '../lib/site.ts'
import { LoginPrompt } from '../ui/login-prompt.tsx'
import { MeRoute } from './routes/me.tsx'
import { TopBar } from './top-bar.tsx'

const replies = {
  'GET /config': { body: { success: true, data: { providers: [], providersOnly: false, facebookAppId: null } } },
}
const open = (registration: 'open' | 'invite' | 'closed') => site.set({ ...site.get(), registration })
const show = (screen: React.ReactNode, path = '/') =>
  showScreen(screen, { path, texts: ['account', 'upload'], replies })
const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
const form = () => document.querySelector('main form')

afterEach(() => {
  leaveScreen()
  open('open')
})

const INVITATIONS = {
  'the top bar': <TopBar />,
  'the login screen': <LoginScreen />,
  'the login prompt': <LoginPrompt open onClose={() => undefined} />,
  'the page “Me”': <MeRoute />,
  'the upload form': <LoginToUpload>form</LoginToUpload>,
}

describe.each(Object.entries(INVITATIONS))('%s', (_, screen) => {
  test('offers to sign up on an open site', async () => {
    await show(screen)
    await vi.waitFor(() => expect(links()).toContain('/register'))
  })

  test.each(['invite', 'closed'] as const)('offers only to log in if registration is “%s”', async (registration) => {
    open(registration)
    await show(screen)
    await vi.waitFor(() => expect(shownText()).toContain('Log in'))
    expect(links()).not.toContain('/register')
    expect(shownText()).not.toContain('Sign up')
    expect(shownText()).not.toContain('free')
  })
})

test.each([
  ['closed', '/register', "This site isn't taking new members right now."],
  ['closed', '/register?invite=abc', "This site isn't taking new members right now."],
  ['invite', '/register', 'You need an invite link to sign up.'],
] as const)('a site with registration “%s” refuses %s without a form', async (registration, path, reason) => {
  open(registration)
  await show(<RegisterScreen />, path)
  expect(shownText()).toContain(reason)
  expect(form()).toBeNull()
})

test('an invite link opens the form', async () => {
  open('invite')
  await show(<RegisterScreen />, '/register?invite=abc')
  expect(form()).not.toBeNull()
})
