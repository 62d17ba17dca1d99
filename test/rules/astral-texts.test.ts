import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { splitters } from '#test/astral-texts.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const sources = ['contract', 'server', 'web'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => {
      const file = path.join(folder, name).replaceAll('\\', '/')
      return { file, text: readFileSync(path.join(ROOT, file), 'utf8') }
    }),
)
/** Excluded: it takes a second per password, and returns hashes. */
const HASHING = 'server/domains/auth/passwords/passwords.ts'
/** Modules that cut, fold or normalize texts. */
const helpers = sources.filter(
  ({ file, text }) =>
    file.startsWith('server/') &&
    file !== HASHING &&
    /contract\/(?:bounded|words|people\/names)\.ts'|\.normalize\('/.test(text),
)

test.each([
  ...helpers.map(({ file }) => file),
  'server/platform/one-letter-off.ts',
  'server/platform/markup.ts',
  'server/platform/texts/site-marks.ts',
])('no function of %s splits a surrogate pair', async (file) => {
  expect(await splitters((await import(path.join(ROOT, file))) as object)).toEqual([])
})

test('the scan finds the helpers', () => {
  const found = helpers.map(({ file }) => file)
  for (const file of ['domains/sharing/page-head.ts', 'domains/memes/rules.ts', 'platform/log/log-serializers.ts'])
    expect(found).toContain(`server/${file}`)
})

/** Exempt: they cut ASCII hashes. */
const OF_HASHES = [
  'server/platform/http/entity-tags.ts',
  'server/domains/security-log/commands.ts',
  'server/platform/images/staging.ts',
]
const OWN_CUT = /\.(?:slice|substring|substr)\(0, *[\w.]*_CHARS\b|\[\.\.\.\w+(?:\.\w+)*(?:\([^()]*\))?\]\s*\.slice\(0/

test('texts are cut in one place', () => {
  const others = sources.filter(({ file, text }) => OWN_CUT.test(text) && !OF_HASHES.includes(file))
  expect(others.map(({ file }) => file)).toEqual([])
})
