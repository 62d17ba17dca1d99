import { expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { readMeme } from '../../entities/memes.ts'
import { storeResponse } from '../../lib/responses.ts'
import { applySentActions } from './record-action.ts'
import { showWaitingActions } from './show-waiting-actions.ts'

const viewer = { isLiked: false, isDisliked: false, isInAlbum: true, isFollowingCreator: false, isOwner: false }
const meme = { ...memeNumber(700), viewer }
const seen = () => readMeme(meme).viewer

it('shows actions that an earlier page queued until the server has them, the last of each kind', async () => {
  storeResponse(meme, 1)
  showWaitingActions([
    { memeId: meme._id, action: 'like', active: true },
    { memeId: meme._id, action: 'dislike', active: true },
    { memeId: meme._id, action: 'add-to-album', active: false },
  ])
  await vi.waitFor(() => expect(seen()).toMatchObject({ isLiked: false, isDisliked: true, isInAlbum: false }), {
    timeout: 10_000,
  })
  // A response that was read before they are sent does not end them.
  storeResponse(meme, 2)
  expect(seen()).toMatchObject({ isDisliked: true, isInAlbum: false })
  applySentActions([
    { memeId: meme._id, action: 'dislike', result: null },
    { memeId: meme._id, action: 'add-to-album', result: null },
  ])
  expect(seen()).toEqual(viewer)
})
