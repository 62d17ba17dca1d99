import { describe, expect, it, vi } from 'vitest'
import { alerts, button, field, showScreen, type } from '#test/web/screen.tsx'
import { RegisterScreen } from './register-screen.tsx'

const show = (reply?: { status?: number; body: unknown }) =>
  showScreen(<RegisterScreen />, {
    path: '/register',
    texts: ['account'],
    replies: {
      'GET /config': { body: { success: true, data: { providers: [], providersOnly: false, facebookAppId: null } } },
      ...(reply && { 'POST /auth/register': reply }),
    },
  })

function fill(confirmPassword = 'correct horse 1') {
  type('Email', 'lan@example.com')
  type('Username', 'lan')
  type('Password', 'correct horse 1')
  type('Repeat password', confirmPassword)
}

describe('the register form', () => {
  it('shows that the passwords differ, and sends nothing', async () => {
    const { sent } = await show()
    fill('another one 1')
    button('Create account').click()
    await vi.waitFor(() => expect(field('Repeat password').getAttribute('aria-invalid')).toBe('true'))
    expect(sent.map(({ call }) => call)).not.toContain('POST /auth/register')
  })

  it('continues to the mailed code without sending the repeated password', async () => {
    const { sent, address } = await show({
      status: 201,
      body: {
        success: true,
        message: 'Sent',
        email: 'lan@example.com',
        requiresVerification: true,
        canResendAt: '2026-01-01T00:01:00.000Z',
        expiresAt: '2026-01-01T00:10:00.000Z',
        registrationToken: 'token',
      },
    })
    fill()
    button('Create account').click()
    await vi.waitFor(() => expect(address()).toBe('/verify-email?email=lan%40example.com'))
    const { body } = sent.find(({ call }) => call === 'POST /auth/register') as { body: object }
    expect(body).toMatchObject({ email: 'lan@example.com', username: 'lan', password: 'correct horse 1' })
    expect(body).not.toHaveProperty('confirmPassword')
  })

  it('shows a taken username at its field', async () => {
    await show({
      status: 409,
      body: { success: false, code: 'auth.usernameTaken', message: 'This username is taken' },
    })
    fill()
    button('Create account').click()
    await vi.waitFor(() => expect(alerts()).toContain('This username is taken'))
    expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  })
})
