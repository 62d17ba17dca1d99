import { afterEach, expect, test } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { signIn, signOut } from './session.ts'
import { startSessionCookie } from './session-cookie.ts'
import { site } from './site.ts'

afterEach(() => {
  site.set({ ...site.get(), membersOnly: false })
  signOut()
})

test('only a site for members only gets a cookie, and only while a member is signed in', () => {
  const sent = `memeroom-session=${signedIn.authentication.token}`
  startSessionCookie()
  signIn(signedIn)
  expect(document.cookie).not.toContain(sent)
  site.set({ ...site.get(), membersOnly: true })
  expect(document.cookie).toContain(sent)
  signOut()
  expect(document.cookie).not.toContain(sent)
  signIn(signedIn)
  expect(document.cookie).toContain(sent)
  // As after an offline start with an older page.
  site.set({ ...site.get(), membersOnly: false })
  expect(document.cookie).toContain(sent)
  signOut()
  expect(document.cookie).not.toContain(sent)
})
