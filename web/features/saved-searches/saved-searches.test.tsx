import { beforeEach, expect, it } from 'vitest'
import type { SavedSearch } from '#contract/memes/saved-searches.ts'
import { button, type Replies, shownText, showScreen, until } from '#test/web/screen.tsx'
import { signInAs } from '#test/web/session.ts'
import { EMPTY_FILTERS } from '../search/search-filters.ts'
import { SaveSearchButton } from './save-search-button.tsx'
import { SavedSearchesScreen } from './saved-searches-screen.tsx'

let searches: SavedSearch[] = []
const one = (q: string, filters: Partial<SavedSearch> = {}): SavedSearch => ({
  _id: q,
  q,
  createdAt: '2026-01-02T03:04:05.000Z',
  ...filters,
})

const replies: Replies = {
  'GET /users/me/searches': () => ({ body: { success: true, data: searches } }),
  'POST /users/me/searches': (body) => {
    searches = [one('cat', body as Partial<SavedSearch>)]
    return { status: 201, body: { success: true, data: searches[0] } }
  },
  'DELETE /users/me/searches/cat': () => {
    searches = []
    return { body: { success: true, message: 'Deleted' } }
  },
}

beforeEach(() => {
  searches = []
  signInAs('linh')
})

it('saves a search with its filters, and deletes it', async () => {
  const filters = { ...EMPTY_FILTERS, animated: 'false', sort: 'newest', user: 'bob' } as const
  await showScreen(<SaveSearchButton text="cat" filters={filters} />, { texts: ['savedSearches'], replies })
  button('Save search').click()
  await until(() => expect(button('Saved').getAttribute('aria-pressed')).toBe('true'))
  expect(searches).toMatchObject([{ q: 'cat', animated: false, sort: 'newest', user: 'bob' }])
  button('Saved').click()
  await until(() => expect(button('Save search').getAttribute('aria-pressed')).toBe('false'))
})

it('a search with other filters is not the saved one', async () => {
  searches = [one('cat')]
  await showScreen(<SaveSearchButton text="cat" filters={{ ...EMPTY_FILTERS, sort: 'newest' }} />, {
    texts: ['savedSearches'],
    replies,
  })
  await until(() => expect(button('Save search').getAttribute('aria-pressed')).toBe('false'))
})

it('lists the searches with their filters and feeds, and deletes one', async () => {
  searches = [one('cat', { animated: false, language: 'vi', user: 'bob', translate: 'off' })]
  await showScreen(<SavedSearchesScreen />, { texts: ['savedSearches'], replies })
  await until(() => expect(shownText()).toContain('Still · Tiếng Việt · Without translations · @bob'))
  const links = [...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/?search=cat&animated=false&language=vi&translate=off&user=bob',
    '/feeds/search.atom?q=cat&animated=false&language=vi&sort=newest&translate=off&user=bob',
  ])
  button('Delete the saved search “cat”').click()
  await until(() => expect(shownText()).toContain('No saved searches yet'))
})
