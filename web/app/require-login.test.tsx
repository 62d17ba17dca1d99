import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTexts } from '../lib/i18n.ts'
import { signIn, signOut } from '../lib/session.ts'
import { RequireLogin } from './require-login.tsx'

/** The way in is loaded when it is needed; a busy machine takes its time over it. */
const PATIENT = { timeout: 10_000 }

let unmount = () => {}

function visit() {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  unmount = () => root.unmount()
  const screen = (
    <MemoryRouter initialEntries={['/own']}>
      <Routes>
        <Route path="/own" element={<RequireLogin>my own page</RequireLogin>} />
        <Route path="*" element="another page" />
      </Routes>
    </MemoryRouter>
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
  it('shows visitors the way in and the way back instead', async () => {
    visit()
    await vi.waitFor(() => expect(button('Log in')).toBeTruthy(), PATIENT)
    expect(button('Log in')?.getAttribute('href')).toBe('/login')
    expect(button('Sign up')?.getAttribute('href')).toBe('/register')
    expect(shown()).not.toContain('my own page')
    button('Back to Memeroom')?.click()
    await vi.waitFor(() => expect(shown()).toContain('another page'), PATIENT)
  })

  it('shows members the page', async () => {
    signIn({
      _id: '019a0000-0000-7000-8000-000000000001',
      email: 'lan@example.com',
      username: 'lan',
      profile: { displayName: 'Lan', bio: '', avatar: null },
      preferences: { contentLanguage: 'en', emailNotifications: true },
      stats: { followersCount: 0, followingCount: 0, memesCount: 0 },
      timestamps: { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:00.000Z' },
      emailVerification: { isVerified: true },
      hasPassword: true,
      authentication: { token: 'token-1', expiresAt: '2026-01-01T00:00:00.000Z' },
    })
    visit()
    await vi.waitFor(() => expect(shown()).toContain('my own page'), PATIENT)
  })
})
