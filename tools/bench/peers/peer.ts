import type { Request } from 'autocannon'

export const ROWS = [
  'visitor’s first page',
  'member’s first page',
  'a page further down',
  'a picture',
  'search, common words',
  'search, rare words',
  'search by picture, two at a time',
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
   * The requests that are repeated, by row, once the pictures are uploaded. Rows that the program does not support are left out.
   */
  requests(pictures: Picture[]): Promise<Partial<Record<Row, Request[]>>>
  close(): Promise<void>
}

/** Opens a program, or returns a one-line reason why it is skipped. */
export type OpenPeer = () => Promise<Peer | string>

export const FOLDED_WORD = /\s+/

/** One search per picture for two words that many captions share, and one for the word that only this picture has. */
export function searches(pictures: Picture[]): { common: string[]; rare: string[] } {
  const words = pictures.map(({ caption }) => caption.split(FOLDED_WORD))
  return {
    common: words.map((one) => one.slice(0, 2).join(' ')),
    rare: words.map((one) => one.at(-1) ?? ''),
  }
}

/** The parsed JSON response of a call. Throws for every status but 2xx. */
export async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}
