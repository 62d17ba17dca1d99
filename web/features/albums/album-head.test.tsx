import { expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { button, showScreen } from '#test/web/screen.tsx'
import { signIn } from '../../lib/session.ts'
import { AlbumHead } from './album-head.tsx'

const _id = '0190b1a2-0000-7000-8000-000000000000'
const at = '2026-11-01T10:00:00.000Z'

it('names every action of the owner, with the deletion last', async () => {
  signIn(signedIn)
  const owner = { _id: signedIn._id, username: 'linh', displayName: 'Linh', avatarUrl: null }
  const album = { _id, name: 'Cats', visibility: 'public', count: 2, cover: null, owner, isOwn: true } as const
  const { sent } = await showScreen(<AlbumHead album={{ ...album, createdAt: at, updatedAt: at }} />, {
    texts: ['albums'],
    replies: { [`PATCH /albums/${_id}`]: { body: { success: true, data: album } } },
  })
  await vi.waitFor(() => expect(button('Delete album')).toBeTruthy())
  const names = [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(names).toEqual(['Copy link', 'Edit album', 'Move forward', 'Move back', 'Delete album'])
  button('Move forward').click()
  await vi.waitFor(() => expect(sent[0]).toMatchObject({ call: `PATCH /albums/${_id}`, body: { move: 'earlier' } }))
})
