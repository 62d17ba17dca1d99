import { expect, it, vi } from 'vitest'
import { alerts, button, type Replies, type Reply, showScreen, type } from '#test/web/screen.tsx'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'

const step = () => document.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')
const isAt = (wanted: number) => vi.waitFor(() => expect(step()).toBe(String(wanted)))
const show = (replies: Replies) =>
  showScreen(<ForgotPasswordScreen />, { path: '/forgot-password', texts: ['account'], replies })
const sendCode = async () => {
  type('Email', 'lan@example.com')
  button('Send code').click()
}

it('continues if the server fails, so that nothing reveals which addresses exist, but not if it limits', async () => {
  let reply: Reply = { status: 500, body: {} }
  await show({ 'POST /auth/forgot-password': () => reply })
  await sendCode()
  await isAt(2)
  expect(document.body.textContent).toMatch(/expires in (10:00|9:5\d)/)
  const again = [...document.querySelectorAll('button')].find(({ textContent }) =>
    /You can resend in/.test(textContent ?? ''),
  )
  expect(again?.disabled).toBe(true)
  button('Use another address').click()
  await isAt(1)
  reply = { status: 429, body: { success: false, code: 'request.rateLimited', message: 'Wait a moment, please.' } }
  button('Send code').click()
  await vi.waitFor(() => expect(button('Send code').disabled).toBe(false))
  expect(step()).toBe('1')
})

it('leads back to the code if the reset fails for it', async () => {
  const expired = { success: false, code: 'auth.codeExpired', message: 'This code has expired.' }
  await show({
    'POST /auth/forgot-password': { body: { success: true, message: 'Sent' } },
    'POST /auth/verify-reset-code': { body: { success: true, message: 'Right', resetToken: 'token' } },
    'POST /auth/reset-password': { status: 400, body: expired },
  })
  await sendCode()
  await isAt(2)
  type('Digit 1 of 6', '123456')
  await isAt(3)
  type('New password', 'a fresh password')
  type('Repeat password', 'a fresh password')
  button('Set password').click()
  await isAt(2)
  expect(alerts()).toContain('This code has expired.')
})

it('does not announce an email on a site without email', async () => {
  await show({
    'GET /config': { body: { success: true, data: { sendsMail: false } } },
    'POST /auth/forgot-password': { body: { success: true, message: 'Sent' } },
  })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Ask an admin for a link'))
  await sendCode()
  await isAt(2)
  expect(document.body.textContent).toContain("This site doesn't send email. Ask an admin for the code.")
  expect(document.body.textContent).not.toMatch(/on its way|Check your email/)
})
