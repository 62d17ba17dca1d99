import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { CACHES } from './storage-registry.ts'

const other = { ...signedIn, _id: '019a0000-0000-7000-8000-000000000002' }
const messages: unknown[] = []
const deleted: string[] = []

/** Starts a tab with the browser's current storage. */
async function startTab() {
  vi.resetModules()
  const session = await import('./session.ts')
  const { watchDataOwner, signOutCount } = await import('./member-data.ts')
  return { ...session, watchDataOwner, signOutCount }
}

const marked = (owner: string) => vi.waitFor(() => expect(localStorage.getItem('owner')).toBe(owner))

beforeEach(() => {
  localStorage.clear()
  messages.length = 0
  deleted.length = 0
  const registration = { active: { postMessage: (message: unknown) => messages.push(message) } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
})
afterEach(() => vi.unstubAllGlobals())

it('signing out deletes the member’s data in every cache and the worker, and records it last', async () => {
  const { signIn, signOut, watchDataOwner, signOutCount } = await startTab()
  signIn(signedIn)
  watchDataOwner()
  await marked(signedIn._id)
  expect([messages, deleted]).toEqual([[], []])
  signOut()
  expect(localStorage.getItem('owner')).toBe(signedIn._id)
  await marked('')
  expect(messages).toEqual([{ type: 'forget', isLate: false }])
  expect(deleted).toEqual(Object.keys(CACHES))
  expect(signOutCount.get()).toBe(1)
})

it('adopts a visitor’s data, and deletes one member’s data for another', async () => {
  const { signIn, watchDataOwner } = await startTab()
  localStorage.setItem('owner', '')
  watchDataOwner()
  signIn(signedIn)
  await marked(signedIn._id)
  expect(messages).toEqual([])
  signIn(other)
  await marked(other._id)
  expect(messages).toEqual([{ type: 'forget', isLate: false }])
})

it('deletes responses and pictures for strangers, but nothing that they shared with the site', async () => {
  localStorage.setItem('owner', '')
  const { watchDataOwner } = await startTab()
  const { site } = await import('./site.ts')
  site.set({ ...site.get(), membersOnly: true })
  watchDataOwner()
  await vi.waitFor(() => expect(messages).toEqual([{ type: 'forget', isLate: true }]))
  expect(deleted).toEqual(['answers', 'pictures'])
})

it.each([
  ['was interrupted', signedIn._id],
  ['never ran, as in an earlier version', null],
])('deletes at the start if a deletion %s', async (_, owner) => {
  if (owner !== null) localStorage.setItem('owner', owner)
  const { watchDataOwner } = await startTab()
  watchDataOwner()
  await marked('')
  expect(messages).toEqual([{ type: 'forget', isLate: false }])
})

it('leaves the next member’s actions and pushes if another tab was first', async () => {
  const { signIn, signOut, watchDataOwner } = await startTab()
  signIn(signedIn)
  watchDataOwner()
  await marked(signedIn._id)
  localStorage.setItem('owner', '')
  signOut()
  await vi.waitFor(() => expect(messages).toEqual([{ type: 'forget', isLate: true }]))
})

it('does nothing at a start with the same member', async () => {
  const { signIn, watchDataOwner } = await startTab()
  signIn(signedIn)
  localStorage.setItem('owner', signedIn._id)
  watchDataOwner()
  await new Promise((resolve) => setTimeout(resolve))
  expect([messages, deleted]).toEqual([[], []])
})
