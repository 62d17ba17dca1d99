import { cut } from '#contract/bounded.ts'
import type { Language } from '#contract/languages.ts'
import { SEARCH_QUERY_MAX_CHARS } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { harmlessVisitorIn, visitorIn } from '#server/platform/viewer.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'
import { getMeme } from '../memes/get-meme.ts'
import type { SearchPosition } from '../search/query/cursor.ts'
import { searchByText } from '../search/search-by-text.ts'
import { findAtomFeed } from '../sharing/find-atom-feed.ts'
import { isSensitive } from '../sharing/meme-facts.ts'

export type BotDeps = Pick<Deps, 'config' | 'db' | 'caches' | 'log' | 'meaning'>

/** Discord and Slack drop answers after 3 s; the rest is reserved for the network round trip. */
const TIMEOUT_MS = 2500

export interface FoundPage {
  memes: Meme[]
  next: SearchPosition | null
}

/**
 * Searches as a visitor for the words of a chat, leaving out sensitive memes. Returns trending memes if there are no words.
 * Truncates long queries.
 * @throws Error on timeout
 */
export async function answerSearch(
  deps: BotDeps,
  language: Language,
  input: { words: string; limit: number; after?: SearchPosition | undefined },
): Promise<FoundPage> {
  const q = cut(input.words.trim(), SEARCH_QUERY_MAX_CHARS)
  const found = q === '' ? trending(deps, language) : search(deps, language, { ...input, q })
  const { memes, next } = await withTimeout(TIMEOUT_MS, found, 'the search for a chat took too long')
  return { memes: memes.slice(0, input.limit), next }
}

async function search(
  deps: BotDeps,
  language: Language,
  { q, limit, after }: { q: string; limit: number; after?: SearchPosition | undefined },
): Promise<FoundPage> {
  const page = await searchByText(deps, harmlessVisitorIn(language), { q, limit, ...after })
  return { memes: page.memes, next: page.nextCursor }
}

async function trending(deps: BotDeps, language: Language): Promise<FoundPage> {
  const { memes } = await findAtomFeed(deps, { kind: 'trending' }, language)
  return { memes, next: null }
}

/**
 * Returns the meme picked from a list. Undefined if visitors can no longer see it, or only after confirming that it is sensitive.
 * @throws Error on timeout
 */
export async function findPicked(deps: BotDeps, language: Language, id: string): Promise<Meme | undefined> {
  const found = getMeme(deps, visitorIn(language), id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  const meme = await withTimeout(TIMEOUT_MS, found, 'the meme for a chat took too long')
  return meme && !isSensitive(meme) ? meme : undefined
}
