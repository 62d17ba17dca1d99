import { expect, it } from 'vitest'
import { type OwnAddress, readOwnAddress, writeOwnAddress } from './own-address.ts'

const read = (path: string) => readOwnAddress(new URL(path, 'http://localhost').searchParams)

it('begins with what is used often, newest first', () => {
  expect(read('/my-meme')).toEqual({ tab: 'frequent', sort: 'newest', search: '', view: '' })
})

it('takes a tab or an order that does not exist for none', () => {
  expect(read('/my-meme?tab=other&sort=size')).toMatchObject({ tab: 'frequent', sort: 'newest' })
})

it('reads what it writes', () => {
  const address: OwnAddress = { tab: 'uploadedByMe', sort: 'likes', search: 'mèo & chó', view: '0198' }
  expect(read(writeOwnAddress(address))).toEqual(address)
})

it('sorts and searches the uploads alone', () => {
  expect(writeOwnAddress({ tab: 'album', sort: 'likes', search: 'cat', view: '' })).toBe('/my-meme?tab=album')
})
