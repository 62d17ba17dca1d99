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

const ofMeme = { params: MemeId, tag: 'memes', auth: 'member' } as const
const memeFailures = ['meme.notFound', 'meme.forbidden'] as const

export const getMemeLink = defineCall('GET /meme/{id}/guest-link', {
  ...ofMeme,
  summary: 'Get the guest link of your meme; null if there is none',
  failures: [...memeFailures],
  response: NullableLink,
})

export const makeMemeLink = defineCall('PUT /meme/{id}/guest-link', {
  ...ofMeme,
  summary: 'Create a guest link to your meme, or get the existing one',
  failures: [...memeFailures],
  response: Link,
})

export const endMemeLink = defineCall('DELETE /meme/{id}/guest-link', {
  ...ofMeme,
  summary: 'Delete the guest link of your meme; no effect if there is none',
  failures: [...memeFailures],
  response: MessageAnswer,
})

const ofAlbum = { params: AlbumId, tag: 'albums', auth: 'member' } as const

export const getAlbumLink = defineCall('GET /albums/{id}/guest-link', {
  ...ofAlbum,
  summary: 'Get the guest link of your album; null if there is none',
  failures: ['album.notFound'],
  response: NullableLink,
})

export const makeAlbumLink = defineCall('PUT /albums/{id}/guest-link', {
  ...ofAlbum,
  summary: 'Create a guest link to your album, which must not be private, or get the existing one',
  failures: ['album.notFound', 'guestLink.privateAlbum'],
  response: Link,
})

export const endAlbumLink = defineCall('DELETE /albums/{id}/guest-link', {
  ...ofAlbum,
  summary: 'Delete the guest link of your album; no effect if there is none',
  failures: ['album.notFound'],
  response: MessageAnswer,
})
