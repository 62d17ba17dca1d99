import { expect, it } from 'vitest'
import { readHomeAddress, writeHomeAddress } from './home-address.ts'

it('reads what it writes, search and view together', () => {
  const address = { search: 'mèo & chó', view: '0198', cat: '', cat2: '' }
  const written = writeHomeAddress(address)
  expect(readHomeAddress(new URL(written, 'http://localhost').searchParams)).toEqual(address)
})

it('is the bare path where nothing is asked for', () => {
  expect(writeHomeAddress({ search: '', view: '', cat: '', cat2: '' })).toBe('/')
})

it('reads the id of a meme as answers spell it', () => {
  expect(readHomeAddress(new URLSearchParams('view=%200198ABCD')).view).toBe('0198abcd')
})

it('takes a blank search for none', () => {
  expect(readHomeAddress(new URLSearchParams('search=%20%20&view=')).search).toBe('')
})
