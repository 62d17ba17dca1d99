import { expect, test } from 'vitest'
import { KnownTemplates } from './known-templates.ts'
import { namesOf } from './pack-format.ts'
import { readShippedPack } from './read-packs.ts'

const shipped = readShippedPack()
const namesById = new Map(shipped.map((template) => [template.id, namesOf(template).find((name) => name.length > 12)]))
const known = new KnownTemplates(shipped)

test.each([
  ['woman yelling at cat', 'woman-yelling-at-a-cat'],
  ['cô gái la mèo', 'woman-yelling-at-a-cat'],
  ['co gai la meo', 'woman-yelling-at-a-cat'],
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
  expect(known.described(search).slice(0, 3)).toContainEqual(expect.arrayContaining([namesById.get(id)]))
})

test.each(['', '!!', 'qwertz asdf', 'the of and', 'invoice for october', 'quantum chromodynamics lecture'])(
  '“%s” describes no template',
  (search) => {
    expect(known.described(search)).toEqual([])
  },
)

test('memes agree on a name only in full, and if it is long enough; a moderator may give a short one', () => {
  const texts = known.textsOf('woman yelling at a cat', false, 'en')
  expect(texts?.shows).toEqual(expect.any(String))
  expect(known.textsOf('Cô gái la mèo!', false, 'en')).toMatchObject({ shows: texts?.shows, origin: texts?.origin })
  expect(known.textsOf('Cô gái la mèo!', false, 'vi')?.shows).not.toBe(texts?.shows)
  expect(known.textsOf('woman yelling at a cat at work', false, 'en')).toBeUndefined()
  expect(known.textsOf('not bad', false, 'en')).toBeUndefined()
  expect(known.textsOf('not bad', true, 'en')).toBeDefined()
  expect(known.textsOf('', true, 'en')).toBeUndefined()
})

test('texts are in the language of the reader, otherwise in English, and the other names do not repeat the name', () => {
  expect(known.textsOf('DOGE', true, 'fr')).toEqual(known.textsOf('Doge', true, 'en'))
  const names = known.textsOf('Doge', true, 'vi')?.names ?? []
  expect(names).toContain('Chó Doge')
  expect(names.map((name) => name.toLowerCase())).not.toContain('doge')
})
