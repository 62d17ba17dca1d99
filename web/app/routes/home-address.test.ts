import { expect, it } from 'vitest'
import { EMPTY_FILTERS } from '../../features/search/search-filters.ts'
import { readHomeAddress, writeHomeAddress } from './home-address.ts'

it('reads what it writes, search and view together', () => {
  const address = {
    tab: 'new',
    search: 'mèo & chó',
    filters: { animated: 'true', language: 'vi', sort: 'newest', user: 'bob.b' },
    view: '0198',
    cat: '',
    cat2: '',
  } as const
  const written = writeHomeAddress(address)
  expect(readHomeAddress(new URL(written, 'http://localhost').searchParams)).toEqual(address)
})

it('is the bare path where nothing is asked for', () => {
  expect(writeHomeAddress({ tab: '', search: '', filters: EMPTY_FILTERS, view: '', cat: '', cat2: '' })).toBe('/')
})

it('reads the id of a meme as answers spell it', () => {
  expect(readHomeAddress(new URLSearchParams('view=%200198ABCD')).view).toBe('0198abcd')
})

it('takes a blank search for none', () => {
  expect(readHomeAddress(new URLSearchParams('search=%20%20&view=')).search).toBe('')
})

it('knows only filters of a search, with values that they have', () => {
  expect(readHomeAddress(new URLSearchParams('search=a&animated=maybe&sort=oldest&user=%40bob')).filters).toEqual({
    ...EMPTY_FILTERS,
    user: 'bob',
  })
  expect(readHomeAddress(new URLSearchParams('animated=true')).filters).toEqual(EMPTY_FILTERS)
})

it('knows the lists of the home page alone', () => {
  expect(readHomeAddress(new URLSearchParams('tab=following')).tab).toBe('following')
  expect(readHomeAddress(new URLSearchParams('tab=hot')).tab).toBe('')
})
