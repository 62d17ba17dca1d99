import { afterEach, expect, it, vi } from 'vitest'
import { leaveScreen, showScreen, type } from '#test/web/screen.tsx'
import { VerifyEmailScreen } from './verify-email-screen.tsx'

afterEach(leaveScreen)

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
