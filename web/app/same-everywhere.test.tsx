import { describe, expect, it, vi } from 'vitest'
import {
  asked,
  change,
  isLoaded,
  meetOneMeme,
  meme,
  NAMES,
  onAll,
  press,
  pressMenu,
  showAll,
  until,
  VIEWER,
  wordsOf,
} from '#test/web/one-meme.tsx'
import { button, field, type as typeInto } from '#test/web/screen.tsx'
import { addUploaded } from '../entities/memes.ts'
import { updateUser } from '../lib/session.ts'

meetOneMeme()

/** The ways to open the edit form of a meme. */
const editors: Record<string, () => Promise<void>> = {
  'a tile of My memes': () => pressMenu('My memes', 'Edit'),
  'its own page': () => press('its own page', 'Edit'),
}

describe('the name of a meme', () => {
  const ways: Record<string, () => Promise<void>> = {
    ...Object.fromEntries(
      Object.entries(editors).map(([where, open]) => [
        where,
        async () => {
          await open()
          await until(() => field('Name'))
          typeInto('Name', 'Second name')
          typeInto('Alternative text', 'Second name, described')
          button('Save changes').click()
        },
      ]),
    ),
    'a newer answer of the server': async () => {
      change({ name: 'Second name', altText: 'Second name, described' })
      await asked()
    },
  }
  it.each(Object.entries(ways))('is the same on all screens after a change by %s', async (_, change) => {
    addUploaded(meme)
    const { name } = meme
    await showAll()
    await isLoaded()
    await change()
    await onAll((each) => {
      expect(wordsOf(each), each).toContain('Second name')
      expect(wordsOf(each), each).not.toContain(name)
    })
  })

  it('is not overwritten by an older answer that arrives late', async () => {
    await showAll()
    await isLoaded()
    const old = JSON.stringify({ success: true, data: meme })
    const { fetch } = globalThis
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    const held = vi.fn(async () => {
      await promise
      return new Response(old)
    })
    vi.stubGlobal('fetch', held)
    const late = asked()
    await until(() => expect(held).toHaveBeenCalled())
    vi.stubGlobal('fetch', fetch)
    await ways['its own page']?.()
    await onAll((each) => expect(wordsOf(each), each).toContain('Second name'))
    answer()
    await late
    for (const each of NAMES) expect(wordsOf(each), each).toContain('Second name')
  })
})

describe('the sensitive mark', () => {
  /**
   * Screens that show the picture to users other than the uploader. The desk is excluded, since it shows pictures to decide about
   * them.
   */
  const covering = NAMES.filter((name) => !['remixes', 'moderation desk', 'My memes'].includes(name))
  const ways: Record<string, () => Promise<void>> = {
    'a moderator on its page': () => press('its own page', 'Mark as sensitive'),
    'a newer answer of the server': async () => {
      change({ sensitive: true })
      await asked()
    },
  }
  it.each(Object.entries(ways))('covers the picture on all screens after a change by %s', async (_, mark) => {
    updateUser({ role: 'moderator' })
    change({ userId: 'id of an', viewer: { ...VIEWER, isOwner: false } })
    await showAll()
    await isLoaded()
    const isCovered = (name: string) => /sensitive/i.test(wordsOf(name).replaceAll('Mark as sensitive', ''))
    for (const name of covering) expect([name, isCovered(name)]).toEqual([name, false])
    await mark()
    await onAll((name) => expect([name, isCovered(name)]).toEqual([name, true]), covering)
  })
})
