import { expect, test } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { STRANGERS_PAGES } from '#contract/strangers-pages.ts'
import { paths } from '../lib/paths.ts'
import { barePaths, otherPaths } from './other-screens.tsx'

test('the router has exactly the pages of the server', () => {
  // A path with an optional segment at the end stands for two pages.
  const shown = [PAGES.home, ...otherPaths].flatMap((path) =>
    path.endsWith('?') ? [path.slice(0, path.lastIndexOf('/')), path.slice(0, -1)] : [path],
  )
  expect(shown.sort()).toEqual(Object.values(PAGES).sort())
})

// server/web-pages/first-bar.ts relies on this.
test('the screens without the top bar are those that strangers may always open', () => {
  expect([...barePaths].sort()).toEqual([...STRANGERS_PAGES].sort())
})

test('encodes a parameter as one path segment', () => {
  expect(paths.user('a/b$&?')).toBe('/user/a%2Fb%24%26%3F')
  expect(paths.bulkProgress('$1')).toBe('/bulk-upload/%241')
})
