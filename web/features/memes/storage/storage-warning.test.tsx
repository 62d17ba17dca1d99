import { describe, expect, it, vi } from 'vitest'
import type { MemberStorage } from '#contract/memes/storage.ts'
import { signedIn } from '#test/signed-in.ts'
import { leaveScreen, showScreen } from '#test/web/screen.tsx'
import { signIn } from '../../../lib/session.ts'
import { StorageWarning } from './storage-warning.tsx'

const MB = 2 ** 20
const storage: MemberStorage = { memes: 3, memesMax: null, bytes: 0, bytesMax: null, isSiteFull: false }

const show = async (change: Partial<MemberStorage>) => {
  signIn(signedIn)
  const body = { success: true, data: { ...storage, ...change } }
  return showScreen(<StorageWarning />, { texts: ['storage'], replies: { 'GET /users/me/storage': { body } } })
}
const warning = () => document.querySelector('[role="status"]')?.textContent ?? ''

describe('the warning about a quota', () => {
  it('is absent without limits and below 80 %', async () => {
    for (const change of [{}, { bytes: 79 * MB, bytesMax: 100 * MB, memes: 7, memesMax: 10 }]) {
      const { client } = await show(change)
      await vi.waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.status).toBe('success'))
      expect(warning()).toBe('')
      leaveScreen()
    }
  })

  it('gives the use of both limits from 80 % of one', async () => {
    await show({ bytes: 412 * MB, bytesMax: 500 * MB, memes: 8, memesMax: 100 })
    await vi.waitFor(() => expect(warning()).toBe('Your quota is almost used up: 412 MB of 500 MB, 8 of 100 memes.'))
  })

  it('suggests deleting memes at the limit', async () => {
    await show({ memes: 1200, memesMax: 1200, bytes: 1.5 * 1024 * MB })
    await vi.waitFor(() => expect(warning()).toContain('used up: 1.5 GB, 1,200 of 1,200 memes. Delete memes'))
  })

  it('names the site if that is full', async () => {
    await show({ isSiteFull: true })
    await vi.waitFor(() => expect(warning()).toContain('This site has reached its limit'))
  })
})
