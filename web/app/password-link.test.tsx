import { expect, test, vi } from 'vitest'
import { button, leaveScreen, type Reply, shownText, showScreen, type } from '#test/web/screen.tsx'
import { readPasswordLink } from '../features/auth/password-reset/password-link-screen.tsx'
import { RegisterScreen } from '../features/auth/register/register-screen.tsx'
import { ForgotPasswordRoute } from './routes/forgot-password.tsx'

const config = (sendsMail: boolean, hasAdmin = true) => ({
  'GET /config': {
    body: { success: true, data: { providers: [], providersOnly: false, facebookAppId: null, sendsMail, hasAdmin } },
  },
})
const open = (reply: Reply, more = '') =>
  showScreen(<ForgotPasswordRoute />, {
    path: `/forgot-password#email=lan%40example.com&token=abc${more}`,
    texts: ['account'],
    replies: { ...config(false), 'POST /auth/reset-password': reply },
  })
const setPassword = () => {
  type('New password', 'correct horse')
  type('Repeat password', 'correct horse')
  button('Set password').click()
}

test('reads only complete links', () => {
  expect(readPasswordLink('#email=a%40b.c&token=x&new=1')).toEqual({ email: 'a@b.c', resetToken: 'x', isNew: true })
  expect([readPasswordLink(''), readPasswordLink('#email=a%40b.c'), readPasswordLink('#token=x')]).toEqual([
    null,
    null,
    null,
  ])
})

test('a new member sets a password and accepts the terms', async () => {
  const { sent } = await open({ body: { success: true, message: 'Done' } }, '&new=1')
  await vi.waitFor(() => expect(shownText()).toContain('An admin created an account for lan@example.com.'))
  expect(shownText()).toContain('terms of service')
  setPassword()
  await vi.waitFor(() => expect(shownText()).toContain('You can now log in with your new password.'))
  expect(sent.find(({ call }) => call === 'POST /auth/reset-password')?.body).toEqual({
    email: 'lan@example.com',
    resetToken: 'abc',
    newPassword: 'correct horse',
    acceptedTermsVersion: expect.any(String),
  })
})

test('a used link explains why it is refused', async () => {
  await open({ status: 400, body: { success: false, code: 'auth.resetTokenInvalid', message: 'Not valid' } })
  await vi.waitFor(() => expect(shownText()).toContain('Choose a new password for lan@example.com.'))
  setPassword()
  await vi.waitFor(() => expect(shownText()).toContain('Ask an admin for a new link.'))
})

test('the sign-up page of a site without email explains the next step', async () => {
  await showScreen(<RegisterScreen />, { path: '/register', texts: ['account'], replies: config(false) })
  await vi.waitFor(() => expect(shownText()).toContain('Ask an admin for the code'))
  leaveScreen()
  await showScreen(<RegisterScreen />, { path: '/register', texts: ['account'], replies: config(false, false) })
  await vi.waitFor(() =>
    expect(shownText()).toContain('has no admin yet. On the server, the command “memeroom outbox”'),
  )
  expect(shownText()).not.toContain('Ask an admin')
  leaveScreen()
  await showScreen(<RegisterScreen />, { path: '/register', texts: ['account'], replies: config(true) })
  await vi.waitFor(() => expect(button('Create account')).toBeTruthy())
  expect(shownText()).not.toContain('Ask an admin')
})
