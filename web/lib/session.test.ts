import { beforeEach, describe, expect, it, vi } from 'vitest'
import { signedIn as answer } from '#test/signed-in.ts'

/** Loads the store as in a newly opened tab. */
async function startTab() {
  vi.resetModules()
  return import('./session.ts')
}

const stored = () => JSON.parse(localStorage.getItem('authen') ?? 'null')

beforeEach(() => localStorage.clear())

describe('the session', () => {
  it('stores the account under authen and the token under token', async () => {
    const { signIn, currentSession } = await startTab()
    signIn(answer)
    expect(localStorage.getItem('token')).toBe('token-1')
    expect(stored()).toMatchObject({
      token: 'token-1',
      _id: answer._id,
      userId: answer._id,
      username: 'lan',
      stats: answer.stats,
    })
    expect(stored()).not.toHaveProperty('authentication')
    expect(currentSession().token).toBe('token-1')
  })

  it('is restored after a reload', async () => {
    const before = await startTab()
    before.signIn(answer)
    const after = await startTab()
    expect(after.currentSession()).toEqual(before.currentSession())
  })

  it.each([
    ['no JSON', '{"_id":'],
    ['a list', '[]'],
    ['a record without an id', JSON.stringify({ ...answer, _id: undefined })],
    ['a record without a profile', JSON.stringify({ ...answer, profile: null })],
    ['nothing', ''],
  ])('is dropped if the record is %s', async (_, record) => {
    localStorage.setItem('authen', record)
    localStorage.setItem('token', 'token-1')
    const { currentSession } = await startTab()
    expect(currentSession()).toEqual({ user: null, token: null })
    expect(localStorage.getItem('authen')).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('is dropped if the token is missing', async () => {
    localStorage.setItem('authen', JSON.stringify(answer))
    const { currentSession } = await startTab()
    expect(currentSession().user).toBeNull()
    expect(localStorage.getItem('authen')).toBeNull()
  })

  it('completes an older record', async () => {
    localStorage.setItem('authen', JSON.stringify({ _id: 'a', email: 'a@b.c', username: 'lan', profile: {} }))
    localStorage.setItem('token', 'token-1')
    const { currentSession } = await startTab()
    expect(currentSession().user).toMatchObject({
      userId: 'a',
      profile: { displayName: 'lan', bio: '', avatar: null },
      preferences: { contentLanguage: 'en' },
      stats: { followersCount: 0, followingCount: 0, memesCount: 0 },
      emailVerification: { isVerified: false },
    })
  })

  it('leaves nothing behind after it ends', async () => {
    const { signIn, signOut, currentSession } = await startTab()
    signIn(answer)
    signOut()
    expect(currentSession()).toEqual({ user: null, token: null })
    expect(localStorage.length).toBe(0)
  })

  it('stores an update', async () => {
    const { signIn, updateUser, currentSession } = await startTab()
    signIn(answer)
    updateUser({ profile: { ...answer.profile, displayName: 'Lan Anh' } })
    expect(currentSession().user?.profile.displayName).toBe('Lan Anh')
    expect(stored()).toMatchObject({ token: 'token-1', profile: { displayName: 'Lan Anh' } })
  })

  it('follows a sign-in and sign-out in another tab', async () => {
    const { currentSession, onSessionChange } = await startTab()
    const changed = vi.fn()
    onSessionChange(changed)
    const announce = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

    localStorage.setItem('token', 'token-2')
    announce('token')
    expect(currentSession().user).toBeNull()
    expect(localStorage.getItem('token')).toBe('token-2')

    localStorage.setItem('authen', JSON.stringify(answer))
    announce('authen')
    expect(currentSession()).toMatchObject({ token: 'token-2', user: { username: 'lan' } })

    localStorage.clear()
    announce(null)
    expect(currentSession().user).toBeNull()
    expect(changed).toHaveBeenCalled()
  })
})
