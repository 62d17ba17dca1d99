import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Meme, MemeStats, MemeViewer } from '#contract/memes/memes.ts'
import { memeNumber } from '#test/web/meme.ts'
import { button, field, leaveScreen, type Replies, showScreen, type as typeInto } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { noteSent } from '../features/actions/record-action.ts'
import { SaveDialog } from '../features/albums/save-dialog.tsx'
import { MemeScreen } from '../features/meme-lists/meme-screen.tsx'
import { readOwnAddress } from '../features/meme-lists/own-address.ts'
import { AlbumList, FrequentList } from '../features/meme-lists/own-lists.tsx'
import { UploadedList } from '../features/meme-lists/uploaded-list.tsx'
import { UserMemes } from '../features/meme-lists/user-memes.tsx'
import { unhideMeme } from '../features/memes/data/deleted-memes.ts'
import { addUploaded } from '../features/memes/data/uploaded-memes.ts'
import { DeskItem } from '../features/moderation/desk-item.tsx'
import { SimilarMemes } from '../features/search/similar-memes.tsx'
import { Remixes } from '../features/templates/remixes.tsx'
import { TemplateRow } from '../features/templates/template-row.tsx'
import { TrendingMemeCard, TrendingMemeRow } from '../features/trending/trending-meme.tsx'
import { api } from '../lib/api.ts'
import { currentSession, updateUser } from '../lib/session.ts'

/* Renders one meme on every screen that shows it, all at once. Each test changes one property from one screen, then expects
   all screens to agree, without any further request. */

const OWNER = 'id of mai'
const VIEWER: MemeViewer = {
  isLiked: false,
  isDisliked: false,
  isInAlbum: false,
  isFollowingCreator: false,
  isOwner: true,
}
const other = { ...memeNumber(2), name: 'Another one', templateId: '019a0000-0000-7000-8000-0000000000ff' }

/** Waits with a long timeout, since the machine may be busy. */
const until = <T,>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })

let meme: Meme
let last = 0
/** Changes the server's state, which lists loaded before do not reflect. */
const change = (part: Partial<Meme>) => {
  meme = { ...meme, ...part }
}
const list = () => ({ success: true, data: [meme], hasNext: false, nextCursor: null })

function act(body: unknown) {
  const { action, active } = body as { action: string; active?: boolean }
  const viewer = { ...VIEWER, ...meme.viewer }
  if (action === 'like') Object.assign(viewer, { isLiked: active, isDisliked: false })
  if (action === 'dislike') Object.assign(viewer, { isDisliked: active, isLiked: false })
  if (action === 'add-to-album') viewer.isInAlbum = active === true
  const stats: MemeStats = {
    ...meme.stats,
    likeCount: 2 + Number(viewer.isLiked),
    dislikeCount: Number(viewer.isDisliked),
  }
  change({ viewer, stats, ...stats })
  return { body: { success: true, data: { memeId: meme._id, stats, viewer } } }
}

const answered = () => ({ body: { success: true, data: meme } })
const replies = (): Replies => ({
  [`GET /meme/${meme._id}`]: answered,
  [`PATCH /meme/${meme._id}`]: (body) => {
    change(body as Partial<Meme>)
    return answered()
  },
  [`DELETE /meme/${meme._id}`]: { body: { success: true, message: 'Deleted' } },
  [`POST /moderation/memes/${meme._id}/sensitive`]: (body) => {
    const { sensitive } = body as { sensitive: boolean }
    change({ sensitive })
    return { body: { success: true, message: 'Marked', sensitive } }
  },
  'POST /user-action': act,
  'GET /meme/user/mai': () => ({ body: list() }),
  [`GET /user/meme/frequent/${encodeURIComponent(OWNER)}`]: () => ({ body: list() }),
  [`GET /user/meme/album/${encodeURIComponent(OWNER)}`]: () => ({ body: list() }),
  [`GET /users/${encodeURIComponent(OWNER)}/albums`]: { body: { success: true, data: [] } },
  'GET /meme/recommend/by-image': () => ({ body: { success: true, data: [meme] } }),
  [`GET /meme/${other._id}/remixes`]: () => ({
    body: { success: true, data: { madeFrom: meme, template: null, made: [], madeCount: 0 } },
  }),
  [`GET /template/${other.templateId}/memes`]: () => ({ body: list() }),
})

const address = readOwnAddress(new URLSearchParams())
const trending = () => ({ rank: 1, meme, likeCount: 1, copyCount: 1, viewCount: 1, score: 1 })
const link = { to: '/', state: null, id: 'link' }
const nothing = () => undefined

/** Every screen that shows a meme. `reactions` lists the screens with reaction buttons. */
const screens = (): Record<string, ReactNode> => {
  const [card, row, item] = [trending(), trending(), { ...trending(), rank: 4 }]
  const queued = { _id: 'q', memeId: meme._id, meme, uploader: null, waitingSince: meme.createdAt }
  const person = {
    ...{ _id: OWNER, username: 'mai', displayName: 'Mai', bio: '', avatarUrl: null, createdAt: meme.createdAt },
    stats: { followersCount: 0, followingCount: 0, memesCount: 1 },
  }
  return {
    'My memes': <UploadedList address={address} />,
    'used often': <FrequentList address={address} />,
    album: <AlbumList address={address} />,
    'profile of the uploader': <UserMemes user={person} />,
    'its own page': <MemeScreen memeId={meme._id} />,
    'trending card': <TrendingMemeCard entry={card} {...link} />,
    'trending row': <TrendingMemeRow entry={{ ...row, rank: item.rank }} {...link} />,
    'similar memes': <SimilarMemes memeId={other._id} onChoose={nothing} />,
    remixes: <Remixes memeId={other._id} />,
    'same template': <TemplateRow meme={other} />,
    'moderation desk': (
      <DeskItem
        item={queued}
        isActive={false}
        isChosen={false}
        onActive={nothing}
        onChoose={nothing}
        onApprove={nothing}
        onRemove={nothing}
        onSuspend={nothing}
      />
    ),
  }
}
const NAMES = Object.keys(screensOf())
/** Returns only the names, before a test begins. */
function screensOf() {
  meme = memeNumber(1)
  return screens()
}

const texts = 'users own follows followToast albums trending templates desk report account modal'.split(' ')

async function showAll(beside?: ReactNode) {
  const shown = screens()
  return showScreen(
    <>
      {Object.entries(shown).map(([name, element]) => (
        <section key={name} data-screen={name}>
          {element}
        </section>
      ))}
      {beside}
    </>,
    { texts, replies: replies() },
  )
}

const screen = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-screen="${name}"]`)
  if (!found) throw new Error(`No screen ${name}`)
  return found
}
/** Returns all texts of a screen, including those for screen readers only. */
const wordsOf = (name: string): string => {
  const named = [...screen(name).querySelectorAll('[aria-label], [title], [alt]')]
  return [
    screen(name).textContent,
    ...named.flatMap((one) => ['aria-label', 'title', 'alt'].map((key) => one.getAttribute(key))),
  ].join(' | ')
}
const within = (name: string, label: string): HTMLElement | undefined =>
  [...screen(name).querySelectorAll<HTMLElement>('button, [role="menuitem"]')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === label,
  )
async function press(name: string, label: string): Promise<void> {
  await until(() => expect(within(name, label), `${label} on ${name}`).toBeDefined())
  within(name, label)?.click()
}
const onAll = (check: (name: string) => void, names: readonly string[] = NAMES) =>
  until(() => {
    for (const name of names) check(name)
  })
const isLoaded = () => onAll((name) => expect(wordsOf(name), name).toContain(meme.name))

async function pressMenu(name: string, label: string): Promise<void> {
  await press(name, 'More')
  await until(() => expect([...document.querySelectorAll('[role="menuitem"]')].length).toBeGreaterThan(0))
  const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    (one) => one.textContent?.trim() === label,
  )
  entry?.click()
}

/** The ways to open the edit form of a meme. */
const editors: Record<string, () => Promise<void>> = {
  'a tile of My memes': () => pressMenu('My memes', 'Edit'),
  'its own page': () => press('its own page', 'Edit'),
}
const asked = () => api('GET /meme/{id}', { params: { id: meme._id } })

beforeEach(() => {
  last += 1
  signInAs('mai')
  const creator = {
    _id: OWNER,
    username: 'mai',
    displayName: 'Mai',
    avatarUrl: null,
    followCount: 0,
    followingCount: 0,
  }
  // Uses a new id each time: the client's data on a meme outlives a screen.
  meme = { ...memeNumber(100 + last), userId: OWNER, creator, viewer: VIEWER }
  // The test environment has no layout. Grids need a width, and a viewport that contains all tiles.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})
afterEach(() => {
  leaveScreen()
  vi.restoreAllMocks()
})

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
    meme = { ...meme, userId: 'id of an', viewer: { ...VIEWER, isOwner: false } }
    await showAll()
    await isLoaded()
    const isCovered = (name: string) => /sensitive/i.test(wordsOf(name).replaceAll('Mark as sensitive', ''))
    for (const name of covering) expect([name, isCovered(name)]).toEqual([name, false])
    await mark()
    await onAll((name) => expect([name, isCovered(name)]).toEqual([name, true]), covering)
  })
})

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
      noteSent([{ memeId: meme._id, action: 'like', result: data }])
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
    await showAll()
    await isLoaded()
    await remove()
    await onAll((name) => expect(wordsOf(name), name).not.toContain(meme.name), lists)
    unhideMeme(meme._id)
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
  meme = { ...meme, viewer: { ...VIEWER, isOwner: false } }
  await showScreen(<MemeScreen memeId={meme._id} />, { texts, replies: replies() })
  await until(() => expect(button('Like').getAttribute('aria-pressed')).toBe('false'))
})
