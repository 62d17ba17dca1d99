import { describe, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { button, showScreen, type } from '#test/web/screen.tsx'
import { signIn, useSession } from '../../../lib/session.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { SessionList } from './session-list.tsx'

const LABEL = 'Also revoke my access tokens. Scripts and apps that use them will stop working.'
const box = () => {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === LABEL)
  const found = label?.querySelector('input')
  if (!found) throw new Error('No box')
  return found
}

function OwnPassword() {
  const { user } = useSession()
  return user && <ChangePasswordForm user={user} />
}

describe('changing the password', () => {
  const show = async () => {
    signIn(signedIn)
    const screen = await showScreen(<OwnPassword />, {
      texts: ['account'],
      replies: { 'POST /users/me/change-password': { body: { success: true, message: 'Changed' } } },
    })
    type('Current password', 'the present one')
    type('New password', 'entirely another one')
    type('Repeat password', 'entirely another one')
    return screen
  }

  it.each([true, false])('revokes access tokens unless the member declines: %s', async (endTokens) => {
    const { sent } = await show()
    expect(box().checked).toBe(true)
    if (!endTokens) box().click()
    button('Change password').click()
    const body = { currentPassword: 'the present one', newPassword: 'entirely another one', endTokens }
    await vi.waitFor(() => expect(sent).toContainEqual({ call: 'POST /users/me/change-password', body }))
  })
})

describe('logging out all other devices', () => {
  const session = (id: string, current: boolean) => ({
    _id: id,
    device: `Device ${id}`,
    current,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastUsedAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-04-01T00:00:00.000Z',
  })

  it.each([true, false])('revokes access tokens unless the member declines: %s', async (endTokens) => {
    signIn(signedIn)
    const { sent } = await showScreen(<SessionList />, {
      texts: ['account'],
      replies: {
        'GET /users/me/sessions': { body: { success: true, data: [session('one', true), session('two', false)] } },
        'DELETE /users/me/sessions': { body: { success: true, message: 'Done' } },
      },
    })
    await vi.waitFor(() => expect(box().checked).toBe(true))
    if (!endTokens) box().click()
    button('Log out all other devices').click()
    const query = `endTokens=${endTokens}`
    await vi.waitFor(() => expect(sent).toContainEqual({ call: 'DELETE /users/me/sessions', body: undefined, query }))
  })
})
