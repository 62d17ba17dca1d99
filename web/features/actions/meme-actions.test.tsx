import { expect, it, vi } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { memeNumber } from '#test/web/meme.ts'
import { button, leaveScreen, type Replies, showScreen, until } from '#test/web/screen.tsx'
import { signIn } from '../../lib/session.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { MemeActions } from './meme-actions.tsx'

const viewer = { isLiked: false, isDisliked: false, isInAlbum: false, isFollowingCreator: false, isOwner: false }
const isPressed = () => button('Like').getAttribute('aria-pressed')
let last = 0
/** Each test has its own meme: the client's data on one outlives a screen. */
function ownMeme() {
  last += 1
  return { ...memeNumber(700 + last), viewer }
}

function show(meme: ReturnType<typeof ownMeme>, replies: Replies = {}) {
  const screen = (
    <>
      <MemeActions meme={meme} chooser={() => <p>The albums</p>} />
      <Toaster label="Messages" />
    </>
  )
  return showScreen(screen, { texts: ['own'], replies })
}

it('sends the first and the last of quick taps on like, and shows the last', async () => {
  signIn(signedIn)
  const meme = ownMeme()
  await show(meme)
  const sent: boolean[] = []
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const { active } = JSON.parse(String(body)) as { active: boolean }
    sent.push(active)
    await new Promise<void>((resolve) => held.push(resolve))
    const stats = { ...meme.stats, likeCount: meme.stats.likeCount + Number(active) }
    return Response.json({
      success: true,
      data: { memeId: meme._id, stats, viewer: { ...viewer, isLiked: active } },
    })
  })
  for (let tap = 0; tap < 4; tap += 1) button('Like').click()
  await until(() => expect(sent).toEqual([true]))
  held.shift()?.()
  await until(() => expect(sent).toEqual([true, false]))
  held.shift()?.()
  await until(() => expect(isPressed()).toBe('false'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toHaveLength(2)
})

it('takes back a like that the server refuses, and shows the reason', async () => {
  signIn(signedIn)
  const refused = { status: 503, body: { success: false, code: 'server.busy', message: 'Not right now' } }
  await show(ownMeme(), { 'POST /user-action': refused })
  button('Like').click()
  await until(() => expect(document.body.textContent).toContain('Not right now'))
  expect(isPressed()).toBe('false')
})

it('offers visitors no like, dislike or album', async () => {
  await show(ownMeme())
  await until(() => button('Copy picture'))
  for (const name of ['Like', 'Dislike', 'Add to album']) expect(() => button(name)).toThrow()
})

it('saves and removes with one button, and opens the albums by its arrow or a held press', async () => {
  signIn(signedIn)
  const meme = ownMeme()
  const sent: unknown[] = []
  await show(meme)
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const { action, active } = JSON.parse(String(body)) as { action: string; active: boolean }
    sent.push([action, active])
    const data = { memeId: meme._id, stats: meme.stats, viewer: { ...viewer, isInAlbum: active } }
    return Response.json({ success: true, data })
  })
  const areAlbumsShown = () => document.body.textContent.includes('The albums')
  button('Add to album').click()
  await until(() => expect(sent).toEqual([['add-to-album', true]]))
  await until(() => button('In your album').click())
  await until(() => expect(sent.at(-1)).toEqual(['add-to-album', false]))
  expect(areAlbumsShown()).toBe(false)
  const save = await until(() => button('Add to album'))
  const pointer = (type: string) => save.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }))
  pointer('pointerdown')
  await until(() => expect(areAlbumsShown()).toBe(true))
  pointer('pointerup')
  pointer('click')
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toHaveLength(2)
  // The keyboard's click.
  save.click()
  await until(() => expect(sent).toHaveLength(3))

  leaveScreen()
  signIn(signedIn)
  await show(meme)
  expect(areAlbumsShown()).toBe(false)
  button('Choose albums').click()
  await until(() => expect(areAlbumsShown()).toBe(true))
  expect(sent).toHaveLength(3)
})
