import { cut } from '#contract/bounded.ts'
import { MEME_LANGUAGES, type MemeLanguage } from '#contract/languages.ts'
import { USERNAME_MAX_CHARS } from '#contract/limits.ts'

/** Search filters as in the URL; empty for none. */
export interface SearchFilters {
  animated: '' | 'true' | 'false'
  language: '' | MemeLanguage
  sort: '' | 'newest'
  /** `off`: no translations. */
  translate: '' | 'off'
  /** A username. */
  user: string
}

export const EMPTY_FILTERS: SearchFilters = { animated: '', language: '', sort: '', translate: '', user: '' }

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | '' =>
  values.find((one) => one === value) ?? ''

/** Ignores characters that no username has, such as NUL, because the API refuses them. */
const userIn = (text: string) =>
  /[\p{C}\s]/u.test(text.trim()) ? '' : cut(text.trim().replace(/^@/, ''), USERNAME_MAX_CHARS)

/** Ignores invalid values. */
export const readFilters = (query: URLSearchParams): SearchFilters => ({
  animated: oneOf(['true', 'false'], query.get('animated')),
  language: oneOf(MEME_LANGUAGES, query.get('language')),
  sort: oneOf(['newest'], query.get('sort')),
  translate: oneOf(['off'], query.get('translate')),
  user: userIn(query.get('user') ?? ''),
})

/** Returns only the filters that are set. */
export const writeFilters = (filters: SearchFilters): Partial<Record<keyof SearchFilters, string>> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

export const countFilters = (filters: SearchFilters): number => Object.keys(writeFilters(filters)).length
