import { expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { showScreen, type } from '#test/web/screen.tsx'
import { setNavigation } from '../../../lib/navigation.ts'
import { currentSession } from '../../../lib/session.ts'
import { VerifyEmailScreen } from './verify-email-screen.tsx'

it('five wrong codes block the boxes', async () => {
  const wrong = { status: 400, body: { success: false, code: 'auth.codeInvalid', message: 'Wrong code' } }
  const { sent } = await showScreen(<VerifyEmailScreen />, {
    path: '/verify-email?email=lan%40example.com',
    texts: ['account'],
    replies: { 'POST /auth/verify-email': wrong },
  })
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('fieldset input')]
  await vi.waitFor(() => expect(boxes()).toHaveLength(6))
  for (let left = 4; left >= 0; left -= 1) {
    type('Digit 1 of 6', '123456')
    await vi.waitFor(() => expect(document.body.textContent).toContain(`${left} of 5`))
  }
  expect(document.body.textContent).toContain('Too many incorrect codes')
  expect(boxes().every(({ disabled }) => disabled)).toBe(true)
  expect(sent.filter(({ call }) => call === 'POST /auth/verify-email')).toHaveLength(5)
})

it.each([
  ['with a session, signs in and goes home', { data: signedIn }, "You're logged in", ['/'], 'lan'],
  ['without one, goes to the login page', {}, 'Taking you to the login page', [], undefined],
])('a right code %s', async (_, more, text, homes, username) => {
  const visited: string[] = []
  setNavigation((path) => visited.push(path))
  const body = { success: true, message: '', username: 'lan', verifiedAt: '2026-01-01T00:00:00.000Z', ...more }
  const { address } = await showScreen(<VerifyEmailScreen />, {
    path: '/verify-email?email=lan%40example.com',
    texts: ['account'],
    replies: { 'POST /auth/verify-email': { body } },
  })
  await vi.waitFor(() => type('Digit 1 of 6', '123456'))
  await vi.waitFor(() => expect(document.body.textContent).toContain(text))
  await vi.waitFor(() => expect([visited, address()]).toEqual([homes, username ? expect.any(String) : '/login']), 5000)
  expect(currentSession().user?.username).toBe(username)
})
