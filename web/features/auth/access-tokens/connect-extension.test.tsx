import { expect, test, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { button, showScreen } from '#test/web/screen.tsx'
import { signIn } from '../../../lib/session.ts'
import { ConnectExtension } from './connect-extension.tsx'

test('one click creates a token for the extension, and shows it only in the page', async () => {
  signIn(signedIn)
  const token = 'memeroom_pat_secret'
  const { sent, address } = await showScreen(<ConnectExtension />, {
    path: '/connect-extension?redirect=https%3A%2F%2Felsewhere.test',
    texts: ['tokens'],
    replies: { 'POST /users/me/tokens': { status: 201, body: { success: true, data: { _id: '1', token } } } },
  })
  const holder = () => document.querySelector('[data-extension-token]')
  await vi.waitFor(() => expect(button('Connect')).toBeTruthy())
  expect(document.body.textContent).toContain('for your account @lan.')
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'See the feed, search results and your lists',
    'Like, save, follow and report',
  ])
  expect([...document.querySelectorAll('a')].map(({ textContent, pathname }) => [textContent, pathname])).toEqual([
    ['Cancel', '/'],
  ])
  expect([sent, holder()]).toEqual([[], null])
  button('Connect').click()
  await vi.waitFor(() => expect(holder()?.getAttribute('data-extension-token')).toBe(token))
  expect(document.body.textContent).toContain(token)
  expect(sent.map(({ call, body }) => [call, body])).toEqual([
    ['POST /users/me/tokens', { name: 'Browser extension', scopes: ['read', 'actions'] }],
  ])
  expect(address()).not.toContain(token)
})
