import { expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { memeNumber } from '#test/web/meme.ts'
import { shownText, showScreen } from '#test/web/screen.tsx'
import { signIn } from '../../lib/session.ts'
import { AppealScreen } from './appeal-screen.tsx'

const { _id: memeId } = memeNumber(1)
const earlier = { status: 'rejected', answer: 'No', createdAt: '2026-11-01T10:00:00.000Z' }

it('names the meme under appeal with the reason, and the memes of earlier appeals', async () => {
  signIn(signedIn)
  const appeals = [
    { ...earlier, _id: '1', memeId: memeNumber(2)._id, memeName: 'Old dog', text: 'Mine' },
    { ...earlier, _id: '2', memeId: null, memeName: null, text: 'Sorry' },
  ]
  const decision = { memeName: 'Tired cat', reason: 'Posted twice' }
  const { sent } = await showScreen(<AppealScreen />, {
    path: `/appeal?meme=${memeId}`,
    texts: ['desk'],
    replies: { 'GET /appeals': { body: { success: true, data: appeals, decision } } },
  })
  await vi.waitFor(() => expect(shownText()).toContain('Reason for the decision: Posted twice'))
  expect(sent).toMatchObject([{ query: `memeId=${memeId}` }])
  const headings = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent)
  expect(headings).toEqual(['Tired cat', 'Your earlier appeals'])
  const listed = [...document.querySelectorAll('li > p')].map(({ textContent }) => textContent)
  expect(listed).toEqual(['Old dog', 'Suspended account'])
})
