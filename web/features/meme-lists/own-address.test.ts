import { expect, it } from 'vitest'
import { type OwnAddress, readOwnAddress, writeOwnAddress } from './own-address.ts'

const read = (path: string) => readOwnAddress(new URL(path, 'http://localhost').searchParams)

it('starts with frequent memes, newest first', () => {
  expect(read('/my-meme')).toEqual({ tab: 'frequent', sort: 'newest', search: '', view: '' })
})

it('falls back to the defaults for an unknown tab or order', () => {
  expect(read('/my-meme?tab=other&sort=size')).toMatchObject({ tab: 'frequent', sort: 'newest' })
})

it('reads the address that it writes', () => {
  const address: OwnAddress = { tab: 'uploadedByMe', sort: 'likes', search: 'mèo & chó', view: '0198' }
  expect(read(writeOwnAddress(address))).toEqual(address)
})

it('sorts and searches only uploads', () => {
  expect(writeOwnAddress({ tab: 'album', sort: 'likes', search: 'cat', view: '' })).toBe('/my-meme?tab=album')
})
