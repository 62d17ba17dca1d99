import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import type { AppProcess } from '#test/app-process.ts'
import { randomPicture } from '#test/random-picture.ts'
import type { Session } from '#test/sign-up.ts'

let count = 0
function unique(): string {
  count += 1
  return `${Date.now().toString(36)}${count}`
}

async function call<T>(app: AppProcess, path: string, init: RequestInit, token?: string): Promise<T> {
  const headers = {
    ...(init.headers as Record<string, string>),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
  const answer = await fetch(`${app.url}/api${path}`, { ...init, headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

export const post = <T>(app: AppProcess, path: string, body: unknown, token?: string): Promise<T> =>
  call(
    app,
    path,
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    token,
  )

const signIns = new WeakMap<Page, { dispose: () => Promise<void> }>()

/** Opens the application as this member from the next `goto` on. */
export async function signInAs(page: Page, { authentication, ...user }: Session): Promise<void> {
  await signIns.get(page)?.dispose()
  const script = await page.addInitScript(
    ([token, record]) => {
      // A new tab is empty and has no storage.
      if ((globalThis as { origin?: string }).origin === 'null') return
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('authen', record ?? '')
    },
    [authentication.token, JSON.stringify(user)],
  )
  signIns.set(page, script)
}

/** Signs the page out by deleting everything that the application stored. */
export async function signOut(page: Page): Promise<void> {
  await signIns.get(page)?.dispose()
  signIns.delete(page)
  // A page of the same origin that does not start the application.
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

export const saveProfile = (app: AppProcess, member: Session, profile: { displayName: string }): Promise<unknown> =>
  call(
    app,
    '/users/me/profile',
    { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(profile) },
    member.authentication.token,
  )

/** Sets a member's language and returns the updated member. */
export async function setMemberLanguage(
  app: AppProcess,
  member: Session,
  contentLanguage: 'en' | 'vi',
): Promise<Session> {
  await call(
    app,
    '/users/me/preferences',
    {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ contentLanguage }),
    },
    member.authentication.token,
  )
  return { ...member, preferences: { ...member.preferences, contentLanguage } }
}

interface Upload {
  name?: string
  description?: string
  width?: number
  height?: number
  /** A file to use instead of a generated one. */
  file?: { bytes: Buffer; type: string }
}

export async function uploadMeme(app: AppProcess, member: Session, upload: Upload = {}): Promise<Meme> {
  const name = upload.name ?? `Meme ${unique()}`
  const form = new FormData()
  form.set('name', name)
  form.set('description', upload.description ?? '')
  form.set('allowDuplicate', 'true')
  const { width = 320, height = 240 } = upload
  const { bytes, type } = upload.file ?? { bytes: await randomPicture(name, { width, height }), type: 'image/png' }
  form.set('image', new Blob([new Uint8Array(bytes)], { type }), 'picture')
  const { data } = await call<{ data: Meme }>(app, '/meme', { method: 'POST', body: form }, member.authentication.token)
  return data
}
