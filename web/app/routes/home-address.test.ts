import { expect, it } from 'vitest'
import { EMPTY_FILTERS } from '../../features/search/search-filters.ts'
import { readHomeAddress, writeHomeAddress } from './home-address.ts'

it('reads the address that it writes, with search and view', () => {
  const address = {
    tab: 'new',
    search: 'mèo & chó',
    filters: { animated: 'true', language: 'vi', sort: 'newest', translate: 'off', user: 'bob.b' },
    view: '0198',
    cat: '',
    cat2: '',
  } as const
  const written = writeHomeAddress(address)
  expect(readHomeAddress(new URL(written, 'http://localhost').searchParams)).toEqual(address)
})

it('writes / without any state', () => {
  expect(writeHomeAddress({ tab: '', search: '', filters: EMPTY_FILTERS, view: '', cat: '', cat2: '' })).toBe('/')
})

it('reads a meme id in lowercase', () => {
  expect(readHomeAddress(new URLSearchParams('view=%200198ABCD')).view).toBe('0198abcd')
})

it('reads a blank or invisible search as none', () => {
  for (const search of ['  ', '\u200B', '\u3164 \u2800'])
    expect(readHomeAddress(new URLSearchParams({ search })).search).toBe('')
})

it('leaves out characters that would reorder the text around a search', () => {
  const searchOf = (text: string) => readHomeAddress(new URLSearchParams({ search: text })).search
  expect(searchOf('\u202Egnp')).toBe('gnp')
  expect(searchOf('\u2067mèo\u2069')).toBe('mèo')
  expect(searchOf('\u202E')).toBe('')
})

it('reads only existing search filters with valid values', () => {
  expect(
    readHomeAddress(new URLSearchParams('search=a&animated=maybe&sort=oldest&translate=on&user=%40bob')).filters,
  ).toEqual({
    ...EMPTY_FILTERS,
    user: 'bob',
  })
  for (const user of ['%00', 'a%00b', 'a%20b', '%E2%80%8B'])
    expect(readHomeAddress(new URLSearchParams(`search=a&user=${user}`)).filters).toEqual(EMPTY_FILTERS)
  expect(readHomeAddress(new URLSearchParams('animated=true')).filters).toEqual(EMPTY_FILTERS)
})

it('reads only the lists of the home page', () => {
  expect(readHomeAddress(new URLSearchParams('tab=following')).tab).toBe('following')
  expect(readHomeAddress(new URLSearchParams('tab=hot')).tab).toBe('')
})
