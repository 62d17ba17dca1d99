import { describe, expect, it, vi } from 'vitest'
import {
  act,
  asked,
  change,
  isLoaded,
  meetOneMeme,
  meme,
  NAMES,
  nothing,
  onAll,
  press,
  pressMenu,
  replies,
  showAll,
  texts,
  until,
  VIEWER,
  within,
  wordsOf,
} from '#test/web/one-meme.tsx'
import { button, leaveScreen, showScreen } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { applySentActions } from '../features/actions/record-action.ts'
import { SaveDialog } from '../features/albums/save-dialog.tsx'
import { MemeScreen } from '../features/meme-lists/meme-screen.tsx'
import { currentSession } from '../lib/session.ts'
import { toast } from '../ui/toast.ts'

meetOneMeme()

function albumChoice(): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === 'My album')
  const choice = label?.querySelector('input')
  if (!choice) throw new Error('The dialog is not there')
  return choice
}

describe('own reactions', () => {
  const buttons = [...NAMES].filter((name) =>
    ['used often', 'album', 'profile of the uploader', 'its own page'].includes(name),
  )
  const likes = () =>
    onAll(
      (name) =>
        expect([name, within(name, 'Like')?.getAttribute('aria-pressed')]).toEqual([name, `${meme.viewer?.isLiked}`]),
      buttons,
    )
  const ways: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(buttons.map((name) => [`the like button of ${name}`, () => press(name, 'Like')])),
    'the dislike button of its page after a like': async () => {
      await press('its own page', 'Like')
      await until(() => expect(meme.viewer?.isLiked).toBe(true))
      await press('its own page', 'Dislike')
      await until(() => expect(meme.viewer?.isDisliked).toBe(true))
    },
    'a newer answer of the server': async () => {
      act({ action: 'like', active: true })
      await asked()
    },
    'an action queued while offline': async () => {
      const { data } = act({ action: 'like', active: true }).body
      applySentActions([{ memeId: meme._id, action: 'like', result: data }])
    },
  }
  it.each(Object.entries(ways))('are the same on all screens after %s', async (_, react) => {
    const before = meme.viewer
    await showAll()
    await isLoaded()
    await react()
    await until(() => expect(meme.viewer).not.toEqual(before))
    await likes()
    await until(() => expect(wordsOf('its own page')).toContain(`${meme.stats.likeCount} like`))
  })

  it.each(['its own page', 'the dialog that saves'])(
    'include the album, which is the same on all screens after a change on %s',
    async (where) => {
      await showAll(<SaveDialog meme={meme} onClose={nothing} />)
      await isLoaded()
      await until(() => albumChoice())
      if (where === 'its own page') await press(where, 'Add to album')
      else albumChoice().click()
      await until(() => {
        expect(albumChoice().checked).toBe(true)
        expect(within('its own page', 'In your album')).toBeDefined()
      })
    },
  )
})

describe('a deleted meme', () => {
  /** A meme's own page navigates away, and the desk shows memes to decide about. */
  const lists = NAMES.filter(
    (name) => !['its own page', 'moderation desk', 'trending card', 'trending row'].includes(name),
  )
  it.each([
    ['a tile of My memes', () => pressMenu('My memes', 'Delete')],
    ['its own page', () => press('its own page', 'Delete')],
  ] as const)('disappears from every list after a deletion by %s, and returns after an undo', async (_, remove) => {
    const info = vi.spyOn(toast, 'info')
    await showAll()
    await isLoaded()
    await remove()
    await onAll((name) => expect(wordsOf(name), name).not.toContain(meme.name), lists)
    await until(() => expect(info).toHaveBeenCalled())
    info.mock.calls[0]?.[1]?.action?.onAction()
    await onAll((name) => expect(wordsOf(name), name).toContain(meme.name), lists)
  })
})

it('another member starts without the previous member’s changes', async () => {
  await showAll()
  await isLoaded()
  await press('its own page', 'Like')
  await until(() => expect(meme.viewer?.isLiked).toBe(true))
  leaveScreen()
  signInAs('an')
  expect(currentSession().user?.username).toBe('an')
  change({ viewer: { ...VIEWER, isOwner: false } })
  await showScreen(<MemeScreen memeId={meme._id} />, { texts, replies: replies() })
  await until(() => expect(button('Like').getAttribute('aria-pressed')).toBe('false'))
})
