import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../tools/scripts/bootstrap.mjs'

/** Sources that may name Vietnamese, each for a reason. */
const NAMES_VIETNAMESE = [
  // The languages that are detected in the words of memes.
  'contract/languages.ts',
  'web/features/search/search-filter-bar.tsx',
  // Reads the settings of version 0.2.0.
  'server/domains/settings/read-settings.ts',
  // An example in the API's description.
  'server/platform/http/openapi.ts',
]
/** Documents that are only in English, or replaced by one with the right attributes. */
const ONLY_ENGLISH = ['server/platform/http/docs.ts', 'server/web-pages/web-client.ts']

const sources = ['contract', 'server', 'web'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name))
    .map((name) => ({ name, code: readFileSync(path.join(root, name), 'utf8') })),
)

/** The names of the sources with a match. */
const naming = (pattern: RegExp) => sources.filter(({ code }) => pattern.test(code)).map(({ name }) => name)

test('no source treats one language differently, so that another one needs no code', () => {
  expect(naming(/(['"])vi(-VN|,[^'"]*)?\1|\bvi:/).toSorted()).toEqual(NAMES_VIETNAMESE.toSorted())
})

test('every document states its language and direction', () => {
  expect(naming(/<html (?!\$\{languageAttributes\()/).toSorted()).toEqual(ONLY_ENGLISH.toSorted())
})
