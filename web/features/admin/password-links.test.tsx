import { expect, test, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { alerts, button, showScreen, type } from '#test/web/screen.tsx'
import { signIn } from '../../lib/session.ts'
import { CreatePersonDialog } from './create-person-dialog.tsx'
import { ResetLinkDialog } from './reset-link-dialog.tsx'

const LINK = 'http://memeroom.test/forgot-password#email=lan%40example.com&token=abc'
const ID = '0190b1a2-0000-7000-8000-000000000001'
const data = { _id: ID, link: LINK, expiresAt: '2027-01-08T00:00:00.000Z' }
const texts = () => document.querySelector('[role="dialog"]')?.textContent ?? ''
const shownLink = () => document.querySelector<HTMLInputElement>('input[readonly]')?.value

test('creates an account and shows its link', async () => {
  signIn(signedIn)
  const { sent } = await showScreen(<CreatePersonDialog onClose={() => {}} />, {
    texts: ['admin', 'desk'],
    replies: { 'POST /admin/people': { status: 201, body: { success: true, data } } },
  })
  await vi.waitFor(() => expect(texts()).toContain('The site sends no email.'))
  type('Username', 'lan')
  type('Email address', 'lan@example.com')
  button('Create account').click()
  await vi.waitFor(() => expect(shownLink()).toBe(LINK))
  expect(sent).toEqual([
    { call: 'POST /admin/people', body: { username: 'lan', email: 'lan@example.com', role: 'member' } },
  ])
  expect(texts()).toContain('Send this link to @lan.')
})

test('reports a taken name at its field, and preserves the input', async () => {
  signIn(signedIn)
  await showScreen(<CreatePersonDialog onClose={() => {}} />, {
    texts: ['admin', 'desk'],
    replies: {
      'POST /admin/people': {
        status: 409,
        body: { success: false, code: 'auth.usernameTaken', message: 'Another member has this name' },
      },
    },
  })
  await vi.waitFor(() => expect(texts()).toContain('The site sends no email.'))
  type('Username', 'lan')
  type('Email address', 'lan@example.com')
  button('Create account').click()
  await vi.waitFor(() => expect(alerts()).toEqual(['Another member has this name']))
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(
    expect.arrayContaining(['lan', 'lan@example.com']),
  )
})

test('makes a reset link only after the admin confirms', async () => {
  signIn(signedIn)
  const person = { _id: ID, username: 'lan' } as Parameters<typeof ResetLinkDialog>[0]['person']
  const { sent } = await showScreen(<ResetLinkDialog person={person} onClose={() => {}} />, {
    texts: ['admin', 'desk'],
    replies: { [`POST /admin/people/${ID}/reset-link`]: { body: { success: true, data } } },
  })
  await vi.waitFor(() => expect(texts()).toContain('The previous link stops working.'))
  expect(sent).toEqual([])
  button('Create link').click()
  await vi.waitFor(() => expect(shownLink()).toBe(LINK))
})
