import { afterEach, beforeEach, expect, it } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { memeNumber } from '#test/web/meme.ts'
import { button, leaveScreen, type Replies, shownText, showScreen, until } from '#test/web/screen.tsx'
import { signIn } from '../../lib/session.ts'
import { site } from '../../lib/site.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { ShareMenu } from './share-menu.tsx'

const viewer = { isLiked: false, isDisliked: false, isInAlbum: false, isFollowingCreator: false, isOwner: true }
const path = `/meme/${memeNumber(1)._id}/guest-link`
const ENTRY = 'Link for guests…'
const entry = () =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === ENTRY)

async function openMenu(isOwner: boolean, replies: Replies = {}) {
  const meme = { ...memeNumber(1), viewer: { ...viewer, isOwner } }
  const shown = await showScreen(
    <>
      <ShareMenu meme={meme} />
      <Toaster label="Messages" />
    </>,
    { replies },
  )
  button('Share').click()
  await until(() => expect(shownText()).toContain('Copy embed code'))
  return shown
}

beforeEach(() => {
  signIn(signedIn)
  site.set({ ...site.get(), membersOnly: true })
})
afterEach(() => {
  leaveScreen()
  site.set({ ...site.get(), membersOnly: false })
})

it('makes, shows and ends the link of an own meme', async () => {
  const url = 'https://memes.example/shared/token'
  const createdAt = '2026-01-01T00:00:00.000Z'
  const { sent } = await openMenu(true, {
    [`GET ${path}`]: { body: { success: true, data: null } },
    [`PUT ${path}`]: { body: { success: true, data: { url, createdAt } } },
    [`DELETE ${path}`]: { body: { success: true, message: '' } },
  })
  entry()?.click()
  await until(() => expect(button('Create link')).toHaveProperty('disabled', false))
  button('Create link').click()
  await until(() => expect(document.querySelector('input')?.value).toBe(url))
  button('Turn off link').click()
  await until(() => expect(shownText()).toContain('The link no longer works'))
  expect(document.querySelector('input')).toBeNull()
  expect(sent.map(({ call }) => call)).toEqual([`GET ${path}`, `PUT ${path}`, `DELETE ${path}`])
})

it('is offered for own memes on sites for members only', async () => {
  await openMenu(false)
  expect(entry()).toBeUndefined()
  leaveScreen()
  site.set({ ...site.get(), membersOnly: false })
  await openMenu(true)
  expect(entry()).toBeUndefined()
})
