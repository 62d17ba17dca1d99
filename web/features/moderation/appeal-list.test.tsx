import { expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { memeNumber } from '#test/web/meme.ts'
import { alerts, button, shownText, showScreen } from '#test/web/screen.tsx'
import { signIn } from '../../lib/session.ts'
import { AppealList } from './appeal-list.tsx'

const at = '2026-11-01T10:00:00.000Z'
const user = {
  ...{ _id: memeNumber(9)._id, username: 'linh', displayName: 'Linh', avatarUrl: null, role: 'member', createdAt: at },
  ...{ memesCount: 1, removedCount: 1, suspensionsCount: 0, isSuspended: false },
}
const appeal = {
  ...{ _id: '1', memeId: memeNumber(1)._id, memeName: 'Meme 1', text: 'Mine', status: 'open', answer: null, user },
  ...{ meme: memeNumber(1), decisionReason: 'Copied', needsOtherModerator: false },
  ...{ decidedAt: '2026-10-30T10:00:00.000Z', createdAt: at },
}

it('covers the removed picture until the moderator asks for it, and requires an answer', async () => {
  signIn({ ...signedIn, role: 'moderator' })
  const { sent } = await showScreen(<AppealList />, {
    texts: ['desk'],
    replies: {
      'GET /moderation/appeals': { body: { success: true, data: [appeal], hasNextPage: false, nextCursor: null } },
      'GET /moderation/appeals/1/picture': { body: {} },
    },
  })
  await vi.waitFor(() => expect(document.querySelector('[data-covered]')).not.toBeNull())
  expect(shownText()).toMatch(/Removed Oct 30, 2026.* · appealed Nov 1, 2026/)
  const calls = () => sent.map(({ call }) => call)
  expect(calls()).toEqual(['GET /moderation/appeals'])
  button('Show picture').click()
  await vi.waitFor(() => expect(document.querySelector('article img')?.getAttribute('src')).toMatch(/^blob:/))
  expect(calls()).toEqual(['GET /moderation/appeals', 'GET /moderation/appeals/1/picture'])
  expect(document.querySelector('textarea')?.required).toBe(true)
  button('Accept').click()
  await vi.waitFor(() => expect(alerts()).toEqual(['Please give a reason']))
})
