import type { Request } from 'autocannon'
import { createRandom } from '#test/random.ts'

export const ROWS = [
  'visitor’s first page',
  'member’s first page',
  'a page further down',
  'a picture',
  'search, common words',
  'search, rare words',
  'search by picture',
  'likes',
] as const
export type Row = (typeof ROWS)[number]

export interface Picture {
  /** Words by which the picture can be found; the last one is unique to it. */
  caption: string
  /** JPEG data. */
  bytes: Buffer
}

/** A measured program. */
export interface Peer {
  /** Base URL, without a trailing slash. */
  url: string
  /** Process id of the program, if it is visible from here. */
  pid?: number | undefined
  /** Uploads one picture; absent if only reading is measured. */
  upload?(picture: Picture): Promise<void>
  /**
   * Different requests of each row, once the pictures are uploaded, to be sent in turn. Rows that the program does not support are
   * left out.
   */
  requests(pictures: Picture[]): Promise<Partial<Record<Row, Request[]>>>
  /** The number of responses so far that came from a cache of whole responses. */
  cachedResponses?(): Promise<number>
  close(): Promise<void>
}

/** Opens a program, or returns a one-line reason why it is skipped. */
export type OpenPeer = () => Promise<Peer | string>

export const FOLDED_WORD = /\s+/

const SEARCHES = 5000

/** Searches for two words of a caption, which other captions share, and one for each word that only one picture has. */
export function searches(pictures: Picture[]): { common: string[]; rare: string[] } {
  const random = createRandom(pictures.length)
  const words = pictures.map(({ caption }) => caption.split(FOLDED_WORD))
  const shared = words.map((one) => one.slice(0, -1))
  const two = () => {
    const caption = random.pick(shared)
    return `${random.pick(caption)} ${random.pick(caption)}`
  }
  return { common: Array.from({ length: SEARCHES }, two), rare: words.map((one) => one.at(-1) ?? '') }
}

/** The numbers of a list's pages after the first, from 1. */
export const pagesAfterFirst = (pictures: Picture[], size: number) =>
  Array.from({ length: Math.max(1, Math.ceil(pictures.length / size) - 1) }, (_, index) => index + 1)

/** The parsed JSON response of a call. Throws for every status but 2xx. */
export async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}
