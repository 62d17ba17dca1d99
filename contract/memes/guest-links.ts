import * as z from 'zod'
import { defineCall } from '../call.ts'
import { IsoDate, MessageAnswer, okData } from '../primitives.ts'
import { AlbumId } from './albums.ts'
import { MemeId } from './memes.ts'

/** A link that shows one meme or album to people without an account, also on a site for members only. */
export const GuestLink = z
  .object({
    url: z.string().describe('Everyone with this address can see the content until the link is deleted'),
    createdAt: IsoDate,
  })
  .meta({ id: 'GuestLink' })
export type GuestLink = z.infer<typeof GuestLink>

export interface GuestLinkTarget {
  kind: 'meme' | 'album'
  id: string
}

const Link = okData(GuestLink)
const NullableLink = okData(GuestLink.nullable())

const ofMeme = { path: '/meme/{id}/guest-link', params: MemeId, tag: 'memes', auth: 'member' } as const
const memeFailures = ['meme.notFound', 'meme.forbidden'] as const

export const getMemeLink = defineCall({
  ...ofMeme,
  method: 'GET',
  summary: 'Get the guest link of your meme; null if there is none',
  failures: [...memeFailures],
  response: NullableLink,
})

export const makeMemeLink = defineCall({
  ...ofMeme,
  method: 'PUT',
  summary: 'Create a guest link to your meme, or get the existing one',
  failures: [...memeFailures],
  response: Link,
})

export const endMemeLink = defineCall({
  ...ofMeme,
  method: 'DELETE',
  summary: 'Delete the guest link of your meme; no effect if there is none',
  failures: [...memeFailures],
  response: MessageAnswer,
})

const ofAlbum = { path: '/albums/{id}/guest-link', params: AlbumId, tag: 'albums', auth: 'member' } as const

export const getAlbumLink = defineCall({
  ...ofAlbum,
  method: 'GET',
  summary: 'Get the guest link of your album; null if there is none',
  failures: ['album.notFound'],
  response: NullableLink,
})

export const makeAlbumLink = defineCall({
  ...ofAlbum,
  method: 'PUT',
  summary: 'Create a guest link to your album, which must not be private, or get the existing one',
  failures: ['album.notFound', 'guestLink.privateAlbum'],
  response: Link,
})

export const endAlbumLink = defineCall({
  ...ofAlbum,
  method: 'DELETE',
  summary: 'Delete the guest link of your album; no effect if there is none',
  failures: ['album.notFound'],
  response: MessageAnswer,
})
