import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { STRANGERS_PAGES } from '#contract/strangers-pages.ts'
import { signedIn } from '#test/signed-in.ts'
import { button, leaveScreen, shownText, showScreen, type } from '#test/web/screen.tsx'
import '../features/auth/login/login-rules.ts'
import { setNavigation } from '../lib/navigation.ts'
import { needsSignIn } from '../lib/needs-sign-in.ts'
import { site } from '../lib/site.ts'
import { otherPaths } from './other-screens.tsx'
import { loadScreen, Screens } from './router.tsx'

const PATIENT = { timeout: 10_000 }
const replies = {
  'GET /config': { body: { success: true, data: { providers: [], providersOnly: false, facebookAppId: null } } },
  'POST /auth/login': { body: { success: true, data: signedIn } },
}
/** A channel without messages, for the notifications in the top bar. */
class SilentChannel {
  addEventListener() {}
  postMessage() {}
  close() {}
}

beforeEach(async () => {
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  site.set({ ...site.get(), name: 'Frog Club', membersOnly: true })
  await loadScreen('/login')
})
afterEach(() => {
  leaveScreen()
  site.set({ ...site.get(), name: 'Memeroom', membersOnly: false })
})

test('every page shows strangers the login form, except those for signing in and the legal ones', () => {
  const open = [PAGES.home, ...otherPaths].filter((path) => !needsSignIn(site.get(), null, path))
  expect(open.toSorted()).toEqual(STRANGERS_PAGES.toSorted())
})

test('a stranger signs in at the page that they opened, and stays there', async () => {
  const visited: string[] = []
  setNavigation((path) => visited.push(path))
  history.replaceState(null, '', '/templates')
  const { sent, address } = await showScreen(<Screens />, { path: '/templates', texts: ['account'], replies })
  await vi.waitFor(() => expect(shownText()).toContain('Frog Club is for members only.'), PATIENT)
  expect(shownText()).not.toContain('Back to')
  expect(sent.map(({ call }) => call)).toEqual(['GET /config'])
  type('Email', 'lan@example.com')
  type('Password', 'correct horse')
  button('Log in').click()
  await vi.waitFor(() => expect(shownText()).not.toContain('for members only'), PATIENT)
  expect([address(), visited]).toEqual(['/templates', []])
  await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /templates'), PATIENT)
  history.replaceState(null, '', '/')
})
