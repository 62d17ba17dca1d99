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
  /** Its words, which it can be found by; the last of them no other picture has. */
  caption: string
  /** JPEG. */
  bytes: Buffer
}

/** A program that is measured. */
export interface Peer {
  /** Without a slash at the end. */
  url: string
  /** Of the program's own process, where it is one that can be seen from here. */
  pid?: number | undefined
  /** Takes one picture; absent where only reading is measured. */
  upload?(picture: Picture): Promise<void>
  /** What is asked for again and again, by row, once the pictures are there. Left out are rows that it has nothing for. */
  requests(pictures: Picture[]): Promise<Partial<Record<Row, Request[]>>>
  close(): Promise<void>
}

/** Opens a program, or says in one line why it is left out. */
export type OpenPeer = () => Promise<Peer | string>

export const FOLDED_WORD = /\s+/

/** Searches for two words that many captions share, and for those that one has. */
export function searches(pictures: Picture[]): { common: string[]; rare: string[] } {
  const words = pictures.map(({ caption }) => caption.split(FOLDED_WORD))
  return {
    common: words.slice(0, 20).map((one) => one.slice(0, 2).join(' ')),
    rare: words.slice(0, 20).map((one) => one.at(-1) ?? ''),
  }
}

/** The answer of a call, parsed. Throws for every status but 2xx. */
export async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}
