import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memeNumber } from '#test/web/meme.ts'
import { button, showScreen } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { Routes } from '../lib/router.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { AlbumRoute } from './routes/album.tsx'

const until = <T,>(check: () => T) => vi.waitFor(check, { timeout: 20_000 })
const id = '0198abcd-0000-7000-8000-000000000002'
const owner = { _id: 'id of linh', username: 'linh', displayName: 'Linh', avatarUrl: null }
const album = { _id: id, name: 'Cats', visibility: 'private', count: 2, cover: null, isOwn: true, owner }

beforeEach(() => {
  signInAs('linh')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})
afterEach(() => vi.restoreAllMocks())

it('a meme removed from an album by keyboard hands the focus to the next, and comes back with undo', async () => {
  const all = [memeNumber(951), memeNumber(952)]
  let memes = all
  const path = `/albums/${id}/memes/${all[0]?._id}`
  await showScreen(
    <>
      <Routes routes={[{ path: '/album/:id', element: <AlbumRoute /> }]} />
      <Toaster label="Messages" />
    </>,
    {
      path: `/album/${id}`,
      texts: ['albums', 'users', 'own'],
      replies: {
        [`GET /albums/${id}`]: { body: { success: true, data: album } },
        [`GET /albums/${id}/memes`]: () => ({
          body: { success: true, data: memes, hasNext: false, nextCursor: null },
        }),
        [`DELETE ${path}`]: () => {
          memes = all.slice(1)
          return { body: { success: true } }
        },
        [`PUT ${path}`]: () => {
          memes = all
          return { body: { success: true } }
        },
      },
    },
  )
  const tiles = () => [...document.querySelectorAll<HTMLElement>('article')]
  await until(() => expect(tiles()).toHaveLength(2))
  const more = tiles()[0]?.querySelector<HTMLElement>('button[aria-label="More actions"], button[aria-label="More"]')
  more?.focus()
  more?.click()
  const item = await until(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find((one) =>
      one.textContent?.includes('Remove'),
    )
    if (!found) throw new Error(document.body.textContent ?? '')
    return found
  })
  item.focus()
  item.click()
  await until(() => expect(tiles()).toHaveLength(1))
  await until(() => expect(document.activeElement).toBe(tiles()[0]?.querySelector('[data-tile]')))
  await until(() => button('Undo').click())
  await until(() => expect(tiles()).toHaveLength(2))
})
