import { describe, expect, test } from 'vitest'
import { TagName } from '#contract/memes/tags.ts'
import { mirrored } from '#server/domains/search/likeness/descriptor/visual.ts'
import { KnownPictures } from './known-pictures.ts'
import { KnownTemplates } from './known-templates.ts'
import { readShippedPack } from './read-packs.ts'

const shipped = readShippedPack()
const known = new KnownTemplates(shipped)

test.each([
  ['woman yelling at cat', 'woman-yelling-at-a-cat'],
  ['cô gái la mèo', 'woman-yelling-at-a-cat'],
  ['co gai la meo', 'woman-yelling-at-a-cat'],
  // The beginning of its name, before other templates with a girl.
  ['cô gái la', 'woman-yelling-at-a-cat'],
  ['man looks at other woman', 'distracted-boyfriend'],
  ['người đàn ông nhìn cô khác', 'distracted-boyfriend'],
  ['dog in burning room', 'this-is-fine'],
  ['chú chó uống cà phê trong căn phòng cháy', 'this-is-fine'],
  ['two buttons sweating', 'daily-struggle'],
  ['hai Người Nhện chỉ nhau', 'spider-man-pointing-at-spider-man'],
  ['skeleton waiting', 'waiting-skeleton'],
  ['baby with fist on the beach', 'success-kid'],
  ['girl smiles while the house burns', 'disaster-girl'],
  ['mèo trắng bên bàn ăn', 'woman-yelling-at-a-cat'],
  ['car takes the exit of the highway', 'left-exit-12-off-ramp'],
])('“%s” describes %s', (search, id) => {
  expect(known.described(search).slice(0, 3)).toContain(id)
})

test.each(['', '!!', 'qwertz asdf', 'the of and', 'invoice for october', 'quantum chromodynamics lecture'])(
  '“%s” describes no template',
  (search) => {
    expect(known.described(search)).toEqual([])
  },
)

test('a misspelled name finds its template, and nonsense finds none', () => {
  expect(known.spelledLike('distractd boyfreind')[0]).toBe('distracted-boyfriend')
  expect(known.spelledLike('co gai la meoo')[0]).toBe('woman-yelling-at-a-cat')
  for (const typed of ['', 'qwertz asdf', 'invoice for october']) expect(known.spelledLike(typed)).toEqual([])
})

test('names count in full; as clear names only if they are long enough', () => {
  expect(known.clearlyNamed('Cô gái la mèo!')).toBe('woman-yelling-at-a-cat')
  expect(known.clearlyNamed('woman yelling at a cat at work')).toBeUndefined()
  expect([known.clearlyNamed('not bad'), known.named('not bad'), known.named('')]).toEqual([
    undefined,
    'not-bad',
    undefined,
  ])
})

describe('a picture', () => {
  const withVectors = shipped.flatMap(({ id, vector }) => (vector ? [{ id, vector: [...vector] }] : []))

  test('of every template with a vector is recognized, also mirrored', () => {
    for (const { id, vector } of withVectors)
      expect([known.shown(vector), known.shown(mirrored(vector))]).toEqual([id, id])
  })

  test('of something else, or of two templates, is not recognized', () => {
    const random = Array.from({ length: 256 }, (_, at) => Math.sin(at * at) / 11.3)
    expect(known.shown(random)).toBeUndefined()
    const vector = withVectors[0]?.vector ?? []
    expect(new KnownPictures([{ id: 'one', vector }]).shown(vector)).toBe('one')
    expect(new KnownPictures(['one', 'two'].map((id) => ({ id, vector }))).shown(vector)).toBeUndefined()
  })
})

test('texts are in the language of the reader, otherwise in English, and the other names do not repeat the shown one', () => {
  expect([known.nameOf('doge', 'en'), known.nameOf('doge', 'vi'), known.nameOf('doge', 'fr')]).toEqual([
    'Doge',
    'Chó Doge',
    'Doge',
  ])
  expect(known.textsOf('doge', 'DOGE', 'fr')).toEqual(known.textsOf('doge', 'Doge', 'en'))
  expect(known.textsOf('doge', 'Doge', 'vi')?.shows).not.toBe(known.textsOf('doge', 'Doge', 'en')?.shows)
  const names = known.textsOf('doge', 'Chó Doge', 'vi')?.names ?? []
  expect(names).toContain('Doge')
  expect(names).not.toContain('Chó Doge')
  for (const id of [null, 'gone'])
    expect([known.nameOf(id, 'en'), known.textsOf(id, '', 'en')]).toEqual([undefined, undefined])
})

test('every template has a valid tag, the same in all languages', () => {
  expect(known.textsOf('distracted-boyfriend', '', 'vi')?.tag).toBe('distractedboyfriend')
  for (const { id } of shipped) {
    const tag = known.textsOf(id, '', 'en')?.tag
    expect(TagName.parse(tag)).toBe(tag)
  }
  const emoji = new KnownTemplates(shipped.map((template) => ({ ...template, name: '🐱' })))
  expect(emoji.textsOf('distracted-boyfriend', '', 'en')?.tag).toBe('distractedboyfriend')
})

test('another pack has another version', () => {
  expect(new KnownTemplates(shipped).version).toBe(known.version)
  expect(new KnownTemplates(shipped.slice(1)).version).not.toBe(known.version)
})
