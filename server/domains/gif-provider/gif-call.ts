import * as z from 'zod'
import type { Language } from '#contract/languages.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { Id, optional, queryNumber, text } from '#contract/primitives.ts'
import type { Gifs } from './gifs.ts'
import type { MediaOf } from './media.ts'

export interface GifContext {
  gifs: Gifs
  language: Language
  publicUrl: string
  media(memes: readonly Meme[]): Promise<MediaOf>
  /** Counts a copy of a meme, unless a page's element or a prefetch sent the request. */
  share(id: string): Promise<void>
}

export interface GifCall<Q extends z.ZodType = z.ZodType> {
  method?: 'POST'
  /** Below the format's base. Its parameters are part of the query. */
  path: string
  query: Q
  /** Seconds for which visitors share the answer; 0 for a call that counts something. */
  shared: number
  answer(query: z.output<Q>, context: GifContext): Promise<object>
}

/** The calls of another provider's API, and the shape of its errors. */
export interface GifFormat {
  base: string
  /** The parameter with the client's key, in the query or the path. */
  keyName: 'key' | 'api_key'
  calls: readonly GifCall[]
  failure(failure: { status: number; message: string }): object
}

export const LIST_SHARED_SECONDS = 1
export const CATEGORIES_SHARED_SECONDS = 60
const IDS_MAX = 50

export const gifCall = <Q extends z.ZodType>(call: GifCall<Q>): GifCall => call as unknown as GifCall

/** @param fallback used when absent */
const wholeNumber = ({ min, max, fallback }: { min: number; max: number; fallback: number }) =>
  optional(
    queryNumber(z.number('outOfRange').int('outOfRange').min(min, 'outOfRange').max(max, 'outOfRange')),
  ).transform((value) => value ?? fallback)

export const countUpTo = (max: number, fallback: number) => wholeNumber({ min: 1, max, fallback })

export const Offset = wholeNumber({ min: 0, max: 1_000_000, fallback: 0 })

/** Ids separated by commas. */
export const Ids = text()
  .transform((value) => value.split(','))
  .pipe(z.array(Id).min(1).max(IDS_MAX))
