import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { SITE_NAME } from './site-marks.ts'
import { readTexts, textsOf } from './texts.ts'

const ENGLISH = path.join(import.meta.dirname, '../../locales/en')
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Reads English and another language, which has only the given texts. */
async function read(language: string, files: Record<string, unknown>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'texts-'))
  folders.push(folder)
  await cp(ENGLISH, path.join(folder, 'en'), { recursive: true })
  await mkdir(path.join(folder, language))
  for (const [name, content] of Object.entries(files))
    await writeFile(
      path.join(folder, language, name),
      typeof content === 'string' ? content : `${JSON.stringify(content)}`,
    )
  return readTexts(folder)
}

test('numbers are formatted in the language and select the plural form', () => {
  const [english, vietnamese] = [textsOf('sharing', 'en'), textsOf('sharing', 'vi')]
  expect(english('tagAbout', { tag: 'cat', count: 1 })).toContain('1 meme with')
  expect(english('tagAbout', { tag: 'cat', count: 12_345 })).toContain('12,345 memes with')
  expect(vietnamese('tagAbout', { tag: 'cat', count: 12_345 })).toContain('12.345 meme có')
})

test('values appear as they are, including placeholders in them', () => {
  expect(textsOf('sharing', 'en')('memeBy', { name: '{{site}} $& $1' })).toBe(
    `A meme by {{site}} $& $1 on ${SITE_NAME}.`,
  )
})

test('uses all plural forms of the language', async () => {
  const forms = {
    more_one: '{{count}} a',
    more_few: '{{count}} b',
    more_many: '{{count}} c',
    more_other: '{{count}} d',
  }
  const { textsOf: read_ } = await read('pl', { 'follows.json': forms })
  const more = (count: number) => read_('follows', 'pl')('more', { count })
  expect([1, 2, 5, 1.5].map(more)).toEqual(['1 a', '2 b', '5 c', '1,5 d'])
})

test.each([
  ['is missing', { see: undefined }],
  ['is empty', { see: ' ' }],
  ['has other placeholders than English', { single: '{{nam}} vous suit sur {{site}}' }],
  ['has other placeholders than English', { single: 'Quelqu’un vous suit' }],
  ['lacks its plural form _many', { more_one: '{{count}}', more_other: '{{count}}' }],
])('a text that %s is in English', async (gap, texts) => {
  const { languages, gaps, textsOf: read_ } = await read('fr', { 'follows.json': { off: 'Se désabonner', ...texts } })
  expect(languages).toEqual(['en', 'fr'])
  const t = read_('follows', 'fr')
  expect(t('off')).toBe('Se désabonner')
  expect([t('see'), t('single', { name: 'Ann' }), t('more', { count: 1234 })]).toEqual([
    'See all your followers',
    `Ann is now following you on ${SITE_NAME}`,
    'and 1,234 more',
  ])
  const key = Object.keys(texts)[0]?.replace(/_.*/, '')
  expect(gaps.get('fr')).toContain(`follows:${key} ${gap}`)
})

test.each([
  ['bots.json', '{', 'is not valid JSON'],
  ['bots.json', { gone: 1 }, 'has a value that is not a text: gone'],
  ['bots.json', ['x'], 'has a value that is not a text: the whole file'],
])('a language with a broken file is not offered', async (name, content, problem) => {
  const { languages, gaps, textsOf: read_ } = await read('fr', { [name]: content })
  expect(languages).toEqual(['en'])
  expect(gaps.get('fr')?.join()).toContain(problem)
  expect(read_('bots', 'fr')('gone')).toBe('This meme is no longer available.')
})
