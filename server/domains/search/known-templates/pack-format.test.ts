import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parsePack } from './pack-format.ts'
import { PACK_FILE, readPacks, readShippedPack } from './read-packs.ts'

const texts = { en: { names: ['Boat cat'], shows: 'A cat reads.', origin: 'A photo.' } }
const vector = Buffer.alloc(256, 3).toString('base64')
const entry = { id: 'reading-cat', name: 'Reading cat', texts, vector }
const other = { id: 'dog', name: 'Dog', texts: { en: { shows: 'A dog.', origin: 'A photo.' } } }
const pack = (...templates: unknown[]) => JSON.stringify({ descriptorVersion: 3, templates })

describe('a pack of known templates', () => {
  test('is read with unit vectors', () => {
    const [cat, dog] = parsePack(pack(entry, other))
    expect(Math.hypot(...(cat?.vector ?? []))).toBeCloseTo(1)
    expect([cat?.texts.en?.names, dog?.vector, dog?.texts.en?.names]).toEqual([['Boat cat'], null, []])
  })

  const withTexts = (en: object) => ({ ...entry, texts: { en: { ...texts.en, ...en } } })
  test.each([
    ['text that is not JSON', '{', /^It is not valid JSON: /],
    ['a short vector', pack({ ...entry, vector: 'AQID' }), 'The vector of “reading-cat” has 3 values instead of 256.'],
    [
      'a zero vector',
      pack({ ...entry, vector: Buffer.alloc(256).toString('base64') }),
      'The vector of “reading-cat” is zero.',
    ],
    ...['[0.1]', [0.1, 0.2], 'NaN', 7, null, { 0: 1 }].map((wrong): [string, string, string] => [
      `a vector that is ${JSON.stringify(wrong)}`,
      pack({ ...entry, vector: wrong }),
      'The vector of “reading-cat” is not base64 text.',
    ]),
    ['a vector with NaN', pack({ ...entry, vector: [] }).replace('[]', '[NaN]'), /^It is not valid JSON: /],
    [
      'a huge vector',
      pack({ ...entry, vector: Buffer.alloc(2_000_000, 3).toString('base64') }),
      'The vector of “reading-cat” has 2,000,000 values instead of 256.',
    ],
    [
      'vectors of another descriptor version',
      JSON.stringify({ descriptorVersion: 2, templates: [entry] }),
      'The vectors have descriptor version 2, but this server uses version 3.',
    ],
    ['two templates with one id', pack(other, { ...other, name: 'Hound' }), 'Two templates have the id “dog”.'],
    [
      'two templates with one name',
      pack(entry, { ...other, name: 'reading CAT' }),
      'Two templates have the name “reading CAT”.',
    ],
    [
      'a name that another template has',
      pack(withTexts({ names: ['dog!'] }), other),
      'The name “dog!” of “reading-cat” is already a name of “dog”.',
    ],
    [
      'a name that repeats its own',
      pack(withTexts({ names: ['Reading Cat'] })),
      'The name “Reading Cat” of “reading-cat” stands for itself: it is already the name of this template.',
    ],
    ['a name without words', pack(withTexts({ names: ['!!'] })), 'The name “!!” of “reading-cat” contains no words.'],
    ['an empty text', pack(withTexts({ shows: ' ' })), /number 1 → texts → en → shows is refused/],
    ['a missing text', pack(withTexts({ origin: undefined })), /number 1 → texts → en → origin is refused/],
    [
      'a template without English texts',
      pack({ ...entry, texts: { vi: texts.en } }),
      'The template “reading-cat” has no texts in the language “en”.',
    ],
    [
      '10,000 aliases',
      pack(withTexts({ names: Array.from({ length: 10_000 }, (_, n) => `cat ${n}`) })),
      'The template “reading-cat” has 10,000 other names in the language “en”. At most 20 are allowed.',
    ],
    [
      'names in a loop',
      pack(withTexts({ names: ['Dog'] }), { ...other, texts: { en: { ...other.texts.en, names: ['Reading cat'] } } }),
      'The names “Dog” and “Reading cat” form a loop: each is the main name of one template and another name of the other one.',
    ],
    [
      'a chain of names',
      pack(withTexts({ names: ['Dog'] }), { ...other, texts: { en: { ...other.texts.en, names: ['Hound'] } } }),
      'The name “Dog” of “reading-cat” starts a chain: it is the main name of “dog”, which has other names.',
    ],
    ['unknown fields', pack({ ...entry, picture: 'cat.png' }), /number 1 is refused/],
    ['an invalid id', pack({ ...entry, id: 'Reading cat' }), /number 1 → id is refused/],
    ['something else', '[]', /^The entry at the top is refused/],
  ])('is refused with %s', (_, content, sentence) => {
    expect(() => parsePack(content)).toThrow(sentence)
  })
})

describe('the shipped pack', () => {
  const shipped = readShippedPack()

  test('has 300 templates, a third with vectors', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(300)
    expect(shipped.filter((one) => one.vector).length).toBeGreaterThanOrEqual(100)
  })

  test('has every text in English and Vietnamese, and a Vietnamese name', () => {
    const incomplete = shipped.filter(({ texts: { en, vi } }) => !(en && vi && vi.names.length > 0))
    expect(incomplete.map(({ id }) => id)).toEqual([])
  })
})

describe('the operator’s pack', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'memeroom-packs-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is optional', () => {
    expect(readPacks(folder)).toMatchObject({ own: null, problem: null })
  })

  test('replaces shipped templates with the same id or name', async () => {
    const own = [
      { ...other, id: 'doge', name: 'Doge of the office' },
      { ...other, name: 'Mèo cau có' },
    ]
    await writeFile(path.join(folder, PACK_FILE), pack(...own))
    const { templates, ...rest } = readPacks(folder)
    expect(rest).toMatchObject({ own: 2, problem: null })
    expect(templates.filter(({ id }) => ['doge', 'dog', 'grumpy-cat'].includes(id)).map(({ name }) => name)).toEqual([
      'Doge of the office',
      'Mèo cau có',
    ])
  })

  test('is ignored as a whole if it is invalid or too large', async () => {
    await writeFile(path.join(folder, PACK_FILE), pack(other, other))
    expect(readPacks(folder)).toMatchObject({
      own: null,
      problem: { message: 'Two templates have the id “dog”.' },
    })
    await writeFile(path.join(folder, PACK_FILE), ' '.repeat(4_000_001))
    const { problem, templates } = readPacks(folder)
    expect(problem?.message).toBe('It is larger than 4 MB.')
    expect(problem?.textIn('vi')).toBe('Tệp lớn hơn 4 MB.')
    expect(templates.length).toBe(readShippedPack().length)
  })

  const replaced = async (place: (file: string) => Promise<unknown>) => {
    const file = path.join(folder, PACK_FILE)
    await rm(file, { recursive: true, force: true })
    await place(file)
    return readPacks(folder)
  }

  test('is ignored, with the reason, if it is a folder, a device, or a link to nothing', async () => {
    const wrong = [
      await replaced((file) => mkdir(file)),
      await replaced((file) => symlink('/dev/zero', file)),
      await replaced((file) => symlink('nothing.json', file)),
    ]
    for (const { problem, templates } of wrong) {
      expect(problem?.message).toBe('It is neither a file nor a link to one.')
      expect(problem?.textIn('vi')).toBe('Đây không phải là tệp, cũng không phải liên kết đến một tệp.')
      expect(templates.length).toBe(readShippedPack().length)
    }
  })

  test('is not read into memory if it has a gigabyte', async () => {
    const { problem } = await replaced(async (file) => {
      await writeFile(file, '')
      await truncate(file, 2 ** 30)
    })
    expect(problem?.message).toBe('It is larger than 4 MB.')
  })

  test('may be a link to a file', async () => {
    await writeFile(path.join(folder, 'other.json'), pack(other))
    expect(await replaced((file) => symlink('other.json', file))).toMatchObject({ own: 1, problem: null })
  })
})
