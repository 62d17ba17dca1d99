import { afterEach, expect, test, vi } from 'vitest'
import { detectLanguage, pathWithoutLanguage, storeLanguage } from './detect-language.ts'

const LANGUAGES = ['en', 'vi']
const CLEARED = 'i18next=; expires=Thu, 01 Jan 1970 00:00:00 GMT'

/** Each entry makes one source request a language. Sources are in order of priority. */
const PLACES = {
  address: (tag: string) => history.replaceState(null, '', `/?lng=${tag}`),
  cookie: (tag: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the browser's own way
    document.cookie = `i18next=${tag}`
  },
  'earlier choice': (tag: string) => localStorage.setItem('i18nextLng', tag),
  browser: (tag: string) => vi.stubGlobal('navigator', { languages: [tag] }),
  document: (tag: string) => {
    document.documentElement.lang = tag
  },
}
const NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[]

/** Clears all sources. */
function forgetAll(): void {
  history.replaceState(null, '', '/')
  // biome-ignore lint/suspicious/noDocumentCookie: the browser's own way
  document.cookie = CLEARED
  localStorage.clear()
  vi.stubGlobal('navigator', { languages: [] })
  document.documentElement.lang = ''
}
afterEach(() => {
  forgetAll()
  vi.unstubAllGlobals()
})

const pairs = NAMES.flatMap((first, at) => NAMES.slice(at + 1).map((second) => [first, second] as const))

test.each(pairs)('prefers the language of the %s to that of the %s', (first, second) => {
  for (const [wanted, other] of [
    ['vi', 'en'],
    ['en', 'vi'],
  ] as const) {
    forgetAll()
    PLACES[second](other)
    expect(detectLanguage(LANGUAGES)).toBe(other)
    PLACES[first](wanted)
    expect(detectLanguage(LANGUAGES)).toBe(wanted)
  }
})

test.each(NAMES)('ignores an unsupported language of the %s and accepts a region', (name) => {
  forgetAll()
  PLACES.document('vi')
  PLACES[name]('fr')
  expect(detectLanguage(LANGUAGES)).toBe(name === 'document' ? 'en' : 'vi')
  PLACES[name]('vi-VN')
  expect(detectLanguage(LANGUAGES)).toBe('vi')
  expect(detectLanguage(['en'])).toBe('en')
})

test('uses the first supported language of the browser', () => {
  forgetAll()
  vi.stubGlobal('navigator', { languages: ['fr-FR', 'vi', 'en'] })
  expect(detectLanguage(LANGUAGES)).toBe('vi')
})

test('prefers a member’s language if the site supports it', () => {
  forgetAll()
  PLACES.address('en')
  expect(detectLanguage(LANGUAGES, 'vi')).toBe('vi')
  expect(detectLanguage(['en'], 'vi')).toBe('en')
})

test('falls back to the site’s first language, and remembers the shown one', () => {
  forgetAll()
  expect(detectLanguage(['vi', 'en'])).toBe('vi')
  storeLanguage('en')
  expect(detectLanguage(['vi', 'en'])).toBe('en')
})

test('pathWithoutLanguage preserves the rest of the address', () => {
  forgetAll()
  expect(pathWithoutLanguage()).toBe(null)
  history.replaceState(null, '', '/user/a%20b?search=cat&lng=en#top')
  expect(pathWithoutLanguage()).toBe('/user/a%20b?search=cat#top')
})
