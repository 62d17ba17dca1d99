import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Meme, MemeStats, MemeViewer } from '#contract/memes/memes.ts'
import { MemeScreen } from '#web/features/meme-lists/meme-screen.tsx'
import { readOwnAddress } from '#web/features/meme-lists/own-address.ts'
import { AlbumList, FrequentList } from '#web/features/meme-lists/own-lists.tsx'
import { UploadedList } from '#web/features/meme-lists/uploaded-list.tsx'
import { UserMemes } from '#web/features/meme-lists/user-memes.tsx'
import { DeskItem } from '#web/features/moderation/desk-item.tsx'
import { SimilarMemes } from '#web/features/search/similar-memes.tsx'
import { Remixes } from '#web/features/templates/remixes.tsx'
import { TemplateRow } from '#web/features/templates/template-row.tsx'
import { TrendingMemeCard, TrendingMemeRow } from '#web/features/trending/trending-meme.tsx'
import { api } from '#web/lib/api.ts'
import { memeNumber } from './meme.ts'
import { leaveScreen, type Replies, showScreen } from './screen.tsx'
import { signInAs } from './session.ts'

/* Renders one meme on every screen that shows it, all at once. Tests change one property from one screen, then expect all screens
   to agree, without any further request. */

const OWNER = 'id of mai'
export const VIEWER: MemeViewer = {
  isLiked: false,
  isDisliked: false,
  isInAlbum: false,
  isFollowingCreator: false,
  isOwner: true,
}
const other = { ...memeNumber(2), name: 'Another one', templateId: '019a0000-0000-7000-8000-0000000000ff' }

/** Waits with a long timeout, since the machine may be busy. */
export const until = <T,>(check: () => T) => vi.waitFor(check, { timeout: 10_000 })

export let meme: Meme
let last = 0
/** Changes the server's state, which lists loaded before do not reflect. */
export function change(part: Partial<Meme>): void {
  meme = { ...meme, ...part }
}
const list = () => ({ success: true, data: [meme], hasNext: false, nextCursor: null })

export function act(body: unknown) {
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
export const replies = (): Replies => ({
  [`GET /meme/${meme._id}`]: answered,
  [`PATCH /meme/${meme._id}`]: (body) => {
    change(body as Partial<Meme>)
    return answered()
  },
  [`DELETE /meme/${meme._id}`]: { body: { success: true, message: 'Deleted' } },
  [`POST /meme/${meme._id}/restore`]: { body: { success: true, message: 'Restored' } },
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
export const nothing = () => undefined

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
export const NAMES = Object.keys(screensOf())
/** Returns only the names, before a test begins. */
function screensOf() {
  meme = memeNumber(1)
  return screens()
}

export const texts = 'users own follows followToast albums trending templates desk report account modal'.split(' ')

export async function showAll(beside?: ReactNode) {
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
export const wordsOf = (name: string): string => {
  const named = [...screen(name).querySelectorAll('[aria-label], [title], [alt]')]
  return [
    screen(name).textContent,
    ...named.flatMap((one) => ['aria-label', 'title', 'alt'].map((key) => one.getAttribute(key))),
  ].join(' | ')
}
export const within = (name: string, label: string): HTMLElement | undefined =>
  [...screen(name).querySelectorAll<HTMLElement>('button, [role="menuitem"]')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === label,
  )
export async function press(name: string, label: string): Promise<void> {
  await until(() => expect(within(name, label), `${label} on ${name}`).toBeDefined())
  within(name, label)?.click()
}
export const onAll = (check: (name: string) => void, names: readonly string[] = NAMES) =>
  until(() => {
    for (const name of names) check(name)
  })
export const isLoaded = () => onAll((name) => expect(wordsOf(name), name).toContain(meme.name))

export async function pressMenu(name: string, label: string): Promise<void> {
  await press(name, 'More')
  await until(() => expect([...document.querySelectorAll('[role="menuitem"]')].length).toBeGreaterThan(0))
  const entry = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    (one) => one.textContent?.trim() === label,
  )
  entry?.click()
}

export const asked = () => api('GET /meme/{id}', { params: { id: meme._id } })

/** Registers hooks that sign in the uploader and create a new meme for each test of the file. */
export function meetOneMeme(): void {
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
}
