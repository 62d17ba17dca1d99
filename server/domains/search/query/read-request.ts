import type { MemeLanguage } from '#contract/languages.ts'
import type { SearchSort, Translate } from '#contract/memes/search.ts'
import { TagName } from '#contract/memes/tags.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { cursorPair } from '#server/platform/db/keyset.ts'
import { usernameKey } from '../../users/username-keys.ts'
import { decodeScore, newestId } from './cursor.ts'

/** A condition that a meme must meet, apart from its words. `not` negates it. */
export type Condition =
  | { kind: 'animated'; animated: boolean }
  | { kind: 'language'; language: MemeLanguage }
  | { kind: 'tag'; tag: string; not: boolean }
  /** `key`: the normalized username; undefined for the member who searches. */
  | { kind: 'user'; key: string | undefined; not: boolean }
  /** Only memes with a higher id. */
  | { kind: 'since'; id: string }
  /** The words must not occur in this order; marks count if they were typed. */
  | { kind: 'without'; words: string[]; isMarked: boolean }

export interface SearchInput {
  q: string
  limit: number
  lastId?: string | undefined
  lastScore?: number | undefined
  animated?: boolean | undefined
  language?: MemeLanguage | undefined
  user?: string | undefined
  sort?: SearchSort | undefined
  translate?: Translate | undefined
}

/** A search as the candidate sources take it. */
export interface SearchRequest {
  /** The typed text without its operators. */
  text: string
  conditions: readonly Condition[]
  limit: number
  sort: SearchSort
  /** True if memes with translations of the words match too. */
  isTranslated: boolean
  /** Time of the first page, in milliseconds since 1970. */
  began: number
  /** The highest id at that time; later memes are left out. */
  newest: string
  /** Continues after this position. */
  after: { score: number; id: string } | undefined
}

/** Reads the operators, filters and cursor of a search. Throws cursor.invalid for an incomplete cursor. */
export function readRequest({ q, limit, sort = 'best', translate = 'on', ...input }: SearchInput): SearchRequest {
  const last = cursorPair(input.lastScore, input.lastId)
  const now = Date.now()
  const { score, began } = last ? decodeScore(last[0], now) : { score: 0, began: now }
  const { text, conditions } = readOperators(q)
  const { animated, language, user } = input
  const byName = user === undefined ? undefined : byUser(user)
  if (animated !== undefined) conditions.push({ kind: 'animated', animated })
  if (language !== undefined) conditions.push({ kind: 'language', language })
  if (byName) conditions.push(byName)
  const isTranslated = translate === 'on' && sort === 'best'
  const after = last && { score, id: last[1] }
  return { text, conditions, limit, sort, isTranslated, began, newest: newestId(began), after }
}

const HASHTAG = /(?<![^\s])#([\p{L}\p{M}\p{N}_]+)(?!\S)/gu

/** Returns the tags of a search: those of its conditions, and its hashtags. */
export const tagsIn = ({ conditions, text }: Pick<SearchRequest, 'conditions' | 'text'>): string[] => [
  ...conditions.flatMap((one) => (one.kind === 'tag' ? [one.tag] : [])),
  ...[...text.normalize('NFC').matchAll(HASHTAG)].map(([, tag = '']) => tag.toLowerCase()),
]

/** Replaces aliases of tags by their main tags. */
export function withMainTags(request: SearchRequest, mainOf: ReadonlyMap<string, string>): SearchRequest {
  if (mainOf.size === 0) return request
  const main = (tag: string) => mainOf.get(tag.toLowerCase()) ?? tag
  return {
    ...request,
    text: request.text.normalize('NFC').replace(HASHTAG, (_, tag: string) => `#${main(tag)}`),
    conditions: request.conditions.map((one) => (one.kind === 'tag' ? { ...one, tag: main(one.tag) } : one)),
  }
}

/** Operators beyond this number become plain words. */
const OPERATORS_MAX = 12
const VALUE_MAX_CHARS = 100
const SIGN = '"“”„«»'
/** A quoted phrase matches first, so that text inside it is not read as an operator. */
const TOKEN = new RegExp(
  `(?<![^\\s])-[${SIGN}](?<phrase>[^${SIGN}]+)[${SIGN}](?!\\S)` +
    `|[${SIGN}][^${SIGN}]+[${SIGN}]` +
    `|(?<![^\\s])(?<not>-?)(?<name>tag|user|animated)[:：](?<value>[^\\s${SIGN}]+)(?!\\S)` +
    `|(?<![^\\s])-(?<word>[^\\s${SIGN}]+)(?!\\S)`,
  'giu',
)
const YES = ['yes', 'true', '1']
const NO = ['no', 'false', '0']

/**
 * Splits a typed search into plain text and the conditions of its operators: `-word`, `-"phrase"`, `tag:`, `user:` and
 * `animated:yes`; a minus negates `tag:` and `user:`. An operator that is unknown, invalid, or beyond the limit stays a plain
 * word. Exclusions alone also stay plain words.
 */
export function readOperators(typed: string): { text: string; conditions: Condition[] } {
  const conditions: Condition[] = []
  const text = typed.replace(TOKEN, (token, ...rest) => {
    const condition = conditions.length < OPERATORS_MAX ? conditionOf(rest.at(-1)) : undefined
    if (!condition) return token
    conditions.push(condition)
    return ' '
  })
  const isOnlyWithout = conditions.every(({ kind }) => kind === 'without') && wordsOf(text).length === 0
  if (conditions.length === 0 || isOnlyWithout) return { text: typed, conditions: [] }
  return { text: text.trim(), conditions }
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** Replaces the plain words of a typed search, given in lower case, and leaves its operators as typed. */
export function replaceWords(typed: string, replace: (word: string) => string): string {
  const text = typed.normalize('NFC')
  let replaced = ''
  let from = 0
  const plain = (part: string) => part.replace(WORD, (word) => replaceOne(word, replace))
  for (const token of text.matchAll(TOKEN)) {
    // Without a name or an exclusion, the token is a quoted phrase.
    if (!token.groups || Object.values(token.groups).every((group) => group === undefined)) continue
    replaced += plain(text.slice(from, token.index)) + token[0]
    from = token.index + token[0].length
  }
  return replaced + plain(text.slice(from))
}

function replaceOne(word: string, replace: (word: string) => string): string {
  const [key] = wordsOf(word)
  const other = key === undefined ? word : replace(key)
  return other === key ? word : other
}

type Groups = Record<'phrase' | 'not' | 'name' | 'value' | 'word', string | undefined>

function conditionOf({ phrase, not, name, value = '', word }: Groups): Condition | undefined {
  if (phrase !== undefined || word !== undefined) return withoutWords(phrase ?? word ?? '')
  if (value.length > VALUE_MAX_CHARS) return undefined
  switch (name?.toLowerCase()) {
    case 'tag': {
      const tag = TagName.safeParse(value)
      return tag.success ? { kind: 'tag', tag: tag.data, not: not === '-' } : undefined
    }
    case 'user':
      return byUser(value, not === '-')
    case 'animated': {
      const flag = value.toLowerCase()
      if (!YES.includes(flag) && !NO.includes(flag)) return undefined
      return { kind: 'animated', animated: YES.includes(flag) !== (not === '-') }
    }
    default:
      return undefined
  }
}

function withoutWords(text: string): Condition | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  return { kind: 'without', words, isMarked: words.some((word) => fold(word) !== word) }
}

/** Returns the condition for memes of a person by username, with or without @; `me` is the member who searches. */
export function byUser(name: string, not = false): Condition | undefined {
  const username = name.replace(/^@/, '')
  if (username === '') return undefined
  return { kind: 'user', key: username.toLowerCase() === 'me' ? undefined : usernameKey(username), not }
}
