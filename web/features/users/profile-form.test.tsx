import { describe, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { alerts, button, field, showScreen, type } from '#test/web/screen.tsx'
import { currentSession, signIn, useSession } from '../../lib/session.ts'
import { ProfileForm } from './profile-form.tsx'

function OwnProfile() {
  const { user } = useSession()
  return user && <ProfileForm user={user} />
}

const show = (reply?: { status?: number; body: unknown }) => {
  signIn(signedIn)
  return showScreen(<OwnProfile />, {
    texts: ['account', 'users'],
    replies: reply ? { 'PUT /users/me/profile': reply } : {},
  })
}

describe('the profile form', () => {
  it('shows the stored values with nothing to save', async () => {
    await show()
    expect([field('Display name').value, button('Save profile').disabled]).toEqual(['Lan', true])
  })

  it('saves the typed values and shows the server’s answer', async () => {
    const profile = { displayName: 'Lan Anh', bio: '', avatar: null }
    const { sent } = await show({ body: { success: true, message: 'Saved', profile } })
    type('Display name', 'Lan Anh ')
    await vi.waitFor(() => expect(button('Save profile').disabled).toBe(false))
    button('Save profile').click()
    await vi.waitFor(() => expect(currentSession().user?.profile.displayName).toBe('Lan Anh'))
    expect(sent).toEqual([{ call: 'PUT /users/me/profile', body: { displayName: 'Lan Anh', bio: '' } }])
    await vi.waitFor(() => expect(button('Save profile').disabled).toBe(true))
  })

  it('shows the server’s errors at their fields', async () => {
    const errors = [{ path: 'bio', code: 'invalidValue', message: 'Not this text' }]
    await show({ status: 400, body: { success: false, code: 'request.invalid', message: 'Invalid', errors } })
    type('Display name', 'Lan Anh')
    await vi.waitFor(() => expect(button('Save profile').disabled).toBe(false))
    button('Save profile').click()
    await vi.waitFor(() => expect(alerts()).toContain('Not this text'))
    expect(currentSession().user?.profile.displayName).toBe('Lan')
  })
})
