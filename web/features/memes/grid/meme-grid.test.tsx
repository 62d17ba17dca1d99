import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Meme } from '#contract/memes/memes.ts'
import { memeNumber } from '#test/web/meme.ts'
import { button, leaveScreen, showScreen } from '#test/web/screen.tsx'
import type { MemeList } from '../data/meme-page.ts'
import { MemeGrid } from './meme-grid.tsx'

const loaded: MemeList = {
  memes: [1, 2, 3].map(memeNumber),
  isLoading: false,
  error: null,
  hasNext: false,
  isLoadingMore: false,
  moreError: null,
  loadMore: () => undefined,
  retry: () => undefined,
}

const props = (list: Partial<MemeList>, onOpen: (id: string) => void = () => undefined) => ({
  list: { ...loaded, ...list },
  listKey: 'test',
  label: 'Test list',
  empty: <p>Nothing here</p>,
  actions: () => null,
  hrefOf: ({ _id }: Meme) => `/?view=${_id}`,
  onOpen: ({ _id }: Meme) => onOpen(_id),
  bandOf: ({ name }: Meme) => (name === 'Meme 3' ? 'Weaker matches' : ''),
  paused: false,
})
const show = (...given: Parameters<typeof props>) => showScreen(<MemeGrid {...props(...given)} />)
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('[role="feed"] a[href*="view="]')]
const feed = () => document.querySelector('[role="feed"]')

beforeEach(() => {
  // The test environment has no layout, but the grid needs a width to compute its columns.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})
afterEach(() => {
  leaveScreen()
  vi.restoreAllMocks()
})

describe('the meme grid', () => {
  it('draws a link for each meme and a heading at each new band', async () => {
    await show({})
    await vi.waitFor(() => expect(links().length).toBeGreaterThanOrEqual(3))
    expect([...new Set(links().map((link) => link.getAttribute('href')))]).toEqual(
      loaded.memes.map(({ _id }) => `/?view=${_id}`),
    )
    expect(document.querySelector('h2')?.textContent).toBe('Weaker matches')
    expect(feed()?.getAttribute('aria-busy')).toBe('false')
  })

  it('draws memes added to an empty list', async () => {
    let add = () => {}
    function Growing() {
      const [memes, setMemes] = useState<typeof loaded.memes>([])
      add = () => setMemes(loaded.memes)
      return <MemeGrid {...props({ memes })} />
    }
    await showScreen(<Growing />)
    expect(document.body.textContent).toContain('Nothing here')
    add()
    await vi.waitFor(() => expect(links().length).toBeGreaterThanOrEqual(3))
  })

  it('opens a meme by click without leaving the page', async () => {
    const opened: string[] = []
    await show({}, (id) => opened.push(id))
    await vi.waitFor(() => expect(links().length).toBeGreaterThanOrEqual(3))
    links()[0]?.click()
    expect(opened).toEqual([loaded.memes[0]?._id])
  })

  it('shows that memes are loading', async () => {
    await show({ memes: [], isLoading: true })
    expect(feed()?.getAttribute('aria-busy')).toBe('true')
  })

  it('shows the empty state, and an error with a retry', async () => {
    await show({ memes: [] })
    expect(document.body.textContent).toContain('Nothing here')
    leaveScreen()
    const retry = vi.fn()
    await show({ memes: [], error: new Error('offline'), retry })
    button('Try again').click()
    expect(retry).toHaveBeenCalledOnce()
  })
})
