import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { leaveScreen, showScreen, until } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { readOwnAddress } from '../../meme-lists/own-address.ts'
import { UploadedList } from '../../meme-lists/uploaded-list.tsx'

const viewer = { isLiked: false, isDisliked: false, isInAlbum: false, isFollowingCreator: false, isOwner: true }
const meme = { ...memeNumber(650), name: 'Stubborn', userId: 'id of mai', viewer }
const press = (selector: string, name: string) =>
  until(() => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name,
    )
    if (!found) throw new Error(`No ${name}`)
    found.click()
  })

beforeEach(() => {
  signInAs('mai')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})
afterEach(() => {
  leaveScreen()
  vi.restoreAllMocks()
})

it('a meme that the server does not delete reappears, and the reason is shown', async () => {
  const busy = { status: 503, body: { success: false, code: 'server.busy', message: 'Not right now' } }
  const { sent } = await showScreen(
    <>
      <UploadedList address={readOwnAddress(new URLSearchParams())} />
      <Toaster label="Messages" />
    </>,
    {
      texts: ['own', 'users', 'albums'],
      replies: {
        'GET /meme/user/mai': { body: { success: true, data: [meme], hasNext: false, nextCursor: null } },
        [`DELETE /meme/${meme._id}`]: busy,
      },
    },
  )
  await press('button', 'More')
  await press('[role="menuitem"]', 'Delete')
  await until(() => expect(sent.map(({ call }) => call)).toContain(`DELETE /meme/${meme._id}`))
  await until(() => expect(document.body.textContent).toContain('Not right now'))
  expect(document.querySelector('[role="feed"]')?.textContent).toContain('Stubborn')
})
