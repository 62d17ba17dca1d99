import { describe, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { button, leaveScreen, type Reply, showScreen } from '#test/web/screen.tsx'
import { currentSession, signIn, useSession } from '../../../lib/session.ts'
import { PreferencesPanel } from './preferences-panel.tsx'

function OwnPreferences() {
  const { user } = useSession()
  return user && <PreferencesPanel user={user} />
}

const state = (publicKey: string | null, isSubscribed = false): Reply => ({
  body: { success: true, data: { publicKey, isSubscribed } },
})
const show = (replies: Record<string, Reply>) => {
  signIn(signedIn)
  return showScreen(<OwnPreferences />, { texts: ['account'], replies })
}
const box = (name: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)
const found = (name: string) => vi.waitFor(() => expect(box(name)).not.toBe(null))

describe('notification preferences', () => {
  it('offer bell and mail by kind, and push only if the site supports it', async () => {
    await show({ 'GET /notifications/push': state(null) })
    await found('Likes on my memes: Email')
    expect([box('Likes on my memes: On site')?.checked, box('Likes on my memes: Email')?.checked]).toEqual([
      true,
      false,
    ])
    expect(box('Likes on my memes: Push')).toBe(null)
    leaveScreen()
    await show({ 'GET /notifications/push': state('key') })
    await found('Likes on my memes: Push')
  })

  it('offer no mail on a site that sends none', async () => {
    await show({
      'GET /notifications/push': state(null),
      'GET /config': { body: { success: true, data: { sendsMail: false } } },
    })
    await vi.waitFor(() => expect(document.body.textContent).toContain("This site doesn't send email."))
    expect(box('Likes on my memes: On site')?.checked).toBe(true)
    expect(box('Likes on my memes: Email')).toBe(null)
    expect([box('Likes on my memes: On site')?.disabled, box('Moderation decisions: On site')?.disabled]).toEqual([
      false,
      true,
    ])
  })

  it('are saved one by one, and revert if the server refuses', async () => {
    const { preferences } = signedIn
    const mails = { ...preferences.mails, like: true }
    const { sent } = await show({
      'GET /notifications/push': state(null),
      'PUT /users/me/preferences': {
        body: { success: true, message: 'Saved', preferences: { ...preferences, mails } },
      },
    })
    await found('Likes on my memes: Email')
    box('Likes on my memes: Email')?.click()
    await vi.waitFor(() => expect(currentSession().user?.preferences.mails?.like).toBe(true))
    expect(sent.at(-1)).toEqual({ call: 'PUT /users/me/preferences', body: { mails: { like: true } } })
    leaveScreen()
    await show({ 'GET /notifications/push': state(null) })
    await found('New followers: On site')
    box('New followers: On site')?.click()
    await vi.waitFor(() => expect(box('New followers: On site')?.disabled).toBe(false))
    expect(box('New followers: On site')?.checked).toBe(true)
  })

  it('request a browser subscription and send it to the server', async () => {
    const keys = { p256dh: 'point', auth: 'secret' }
    const subscribe = vi.fn(async () => ({ toJSON: () => ({ endpoint: 'https://push.example/1', keys }) }))
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { ready: Promise.resolve({ pushManager: { subscribe } }), getRegistration: async () => undefined },
    })
    const { sent } = await show({
      'GET /notifications/push': state('key'),
      'PUT /notifications/push': { body: { success: true, message: 'On' } },
    })
    await vi.waitFor(() => button('Turn on in this browser'))
    button('Turn on in this browser').click()
    await vi.waitFor(() => expect(sent.map(({ call }) => call)).toContain('PUT /notifications/push'))
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
    expect(sent.find(({ call }) => call === 'PUT /notifications/push')?.body).toEqual({
      endpoint: 'https://push.example/1',
      ...keys,
    })
  })
})

it('reverts a language that the server rejects', async () => {
  const busy = { status: 503, body: { success: false, code: 'server.busy', message: 'Not now' } }
  const { sent } = await show({ 'GET /notifications/push': state(null), 'PUT /users/me/preferences': busy })
  await found('Tiếng Việt')
  box('Tiếng Việt')?.click()
  await vi.waitFor(() => expect(sent.at(-1)?.body).toEqual({ contentLanguage: 'vi' }))
  await vi.waitFor(() => expect(box('English')?.checked).toBe(true))
  expect(document.documentElement.lang).toBe('en')
})
