import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { createMemoryHistory } from '#test/web/memory-history.ts'
import { startTexts } from '../lib/i18n.ts'
import { runAfterLogin } from '../lib/login-request.ts'
import { setNavigation } from '../lib/navigation.ts'
import { Router, Routes } from '../lib/router.tsx'
import { signIn, signOut } from '../lib/session.ts'
import { RequireLogin } from './require-login.tsx'

/** The login prompt loads lazily, which can take long on a busy machine. */
const PATIENT = { timeout: 10_000 }

let unmount = () => {}

function visit(address = '/own') {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  unmount = () => root.unmount()
  const screen = (
    <Router history={createMemoryHistory(address)}>
      <Routes
        routes={[
          { path: '/own', element: <RequireLogin>my own page</RequireLogin> },
          { path: '*', element: 'another page' },
        ]}
      />
    </Router>
  )
  root.render(screen)
}
const shown = () => document.body.textContent ?? ''
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('a, button')].find((it) => it.textContent === name)

beforeEach(async () => {
  await startTexts('en')
})
afterEach(() => {
  unmount()
  signOut()
  document.body.replaceChildren()
})

describe('a page for members', () => {
  it('offers visitors to log in or go back', async () => {
    visit()
    await vi.waitFor(() => expect(button('Log in')).toBeTruthy(), PATIENT)
    expect(button('Log in')?.getAttribute('href')).toBe('/login')
    expect(button('Sign up')?.getAttribute('href')).toBe('/register')
    expect(shown()).not.toContain('my own page')
    button('Back to Memeroom')?.click()
    await vi.waitFor(() => expect(shown()).toContain('another page'), PATIENT)
  })

  it('opens again after the visitor logs in', async () => {
    const go = vi.fn()
    setNavigation(go)
    visit('/own?tab=people')
    await vi.waitFor(() => expect(button('Log in')).toBeTruthy(), PATIENT)
    button('Log in')?.click()
    runAfterLogin()
    expect(go).toHaveBeenCalledWith('/own?tab=people', undefined)
  })

  it('shows the page to members', async () => {
    signIn(signedIn)
    visit()
    await vi.waitFor(() => expect(shown()).toContain('my own page'), PATIENT)
  })
})
