import { expect, test } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { firstBar } from './first-bar.ts'

const texts = {
  bar: { 'common.login': 'Log in', 'common.register': 'Sign up', 'common.search.label': 'Search memes' },
}
const face = { name: 'Memes & "more"', logo: null, registration: 'open' } as const

test('the bar of a page has a form that searches without scripts, and links to log in', () => {
  const bar = firstBar(PAGES.trending, '', texts, face)
  expect(bar).toContain('action="/"')
  expect(bar).toMatch(/<input type="search" name="search" [^>]*aria-label="Search memes"[^>]* value="">/)
  expect(bar).toContain('href="/login">Log in</a>')
})

test('the bar offers to sign up only if people need no invite', () => {
  const bars = (['open', 'invite', 'closed'] as const).map((registration) =>
    firstBar(PAGES.trending, '', texts, { ...face, registration }),
  )
  expect(bars.map((bar) => bar.includes('Sign up'))).toEqual([true, false, false])
})

test('the search of the address is in the field, as text', () => {
  expect(firstBar(PAGES.home, '"><script>', texts, face)).toContain('value="&quot;&gt;&lt;script&gt;"')
  expect(firstBar(PAGES.home, '\u202Estac', texts, face)).toContain('value="stac"')
  expect(firstBar(PAGES.tag, 'cats', texts, face)).toContain('value=""')
  expect(firstBar(PAGES.home, '', texts, face)).toContain('Memes &amp; &quot;more&quot;')
})

test('pages with a frame of their own and unknown addresses have no bar', () => {
  for (const pattern of [PAGES.login, PAGES.about, '']) expect(firstBar(pattern, '', texts, face)).toBe('')
  expect(firstBar(PAGES.home, '', undefined, face)).toBe('')
})
