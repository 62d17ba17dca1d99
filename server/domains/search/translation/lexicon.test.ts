import { describe, expect, test } from 'vitest'
import { FORMS_MAX, type LexiconFiles, parseLexicon, readLexiconFiles } from './lexicon.ts'

interface Written {
  en?: string
  vi?: string
  fr?: string
  related?: string
  leftOut?: string
  emoji?: string
}

const files = ({
  en = 'cat: cat',
  vi = 'cat: mèo',
  fr,
  related = '',
  leftOut = '',
  emoji = '',
}: Written): LexiconFiles => ({
  languages: { en: { ideas: en, emoji }, vi: { ideas: vi, leftOut }, ...(fr && { fr: { ideas: fr } }) },
  related,
})
const refusalOf = (written: Written) => {
  try {
    parseLexicon(files(written))
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
const SEVERAL = { en: 'cat: cat\npuppy: puppy\ndog: dog', vi: 'cat: mèo\npuppy: cún\ndog: chó' }

describe('the shipped lexicon', () => {
  const shipped = parseLexicon(readLexiconFiles())

  test('has over 1,500 ideas in English and Vietnamese, and the names of emoji', () => {
    for (const language of ['en', 'vi']) {
      expect(shipped.ideas.get(language)?.size).toBeGreaterThan(1500)
      expect(shipped.emojiNames.get(language)?.size).toBeGreaterThan(1000)
    }
    expect(shipped.ideas.get('emoji')?.size).toBeGreaterThan(300)
  })

  test('lists emoji, not words, as the language of emoji', () => {
    expect([...(shipped.ideas.get('emoji')?.values() ?? [])].flat().filter((form) => /\p{L}/u.test(form))).toEqual([])
  })

  test('leaves out words with several meanings', () => {
    for (const word of ['ma', 'bay']) expect([...(shipped.ideas.get('vi')?.values() ?? [])].flat()).not.toContain(word)
  })
})

test('a third language needs no change of the others', () => {
  const { ideas } = parseLexicon(files({ fr: 'cat: chat, minou' }))
  expect(ideas.get('fr')?.get('cat')).toEqual(['chat', 'minou'])
})

test('a heading begins a topic, and the first language that has an idea decides', () => {
  const { topics } = parseLexicon(
    files({ en: 'cat: cat\n# animals\ndog: dog', vi: '# pets\ncat: mèo\n# other\ndog: chó' }),
  )
  expect([...topics]).toEqual([
    ['dog', 'animals'],
    ['cat', 'pets'],
  ])
})

describe('a lexicon is refused with the place and the reason', () => {
  test.each<[string, Written, string]>([
    [
      'a word that maps to itself',
      { en: 'cat: cat', vi: 'cat: Cat' },
      'vi/ideas.txt: "cat" of the idea "cat" maps to itself',
    ],
    [
      'a word with two meanings',
      { ...SEVERAL, vi: 'cat: mèo\npuppy: cún\ndog: cat' },
      'vi/ideas.txt: "cat" means "dog" in vi and "cat" in en; leave one out',
    ],
    ['an idea twice', { en: 'cat: cat\ncat: kitten' }, 'en/ideas.txt, line 2: the idea "cat" occurs twice'],
    [
      'a word twice',
      { en: 'cat: cat\ndog: dog, Cat' },
      'en/ideas.txt, line 2: "cat" occurs in the ideas "cat" and "dog"',
    ],
    [
      'a word twice in one idea',
      { en: 'cat: cat, cat' },
      'en/ideas.txt, line 1: "cat" occurs in the ideas "cat" and "cat"',
    ],
    [
      'a word listed as ambiguous',
      { vi: 'cat: ma', leftOut: 'ma, bay' },
      'vi/ideas.txt, line 1: "ma" has several meanings and is listed in left-out.txt',
    ],
    [
      '10,000 words for one idea',
      { en: `cat: ${Array.from({ length: 10_000 }, (_, nth) => `cat${nth}`).join(', ')}` },
      `en/ideas.txt, line 1: the idea "cat" has 10000 words; the limit is ${FORMS_MAX}`,
    ],
    [
      'too many words in a file',
      { en: Array.from({ length: 20_001 }, (_, nth) => `i${nth}: cat${nth}`).join('\n') },
      'en/ideas.txt, line 20001: the file has more than 20000 words',
    ],
    ['an idea of one language', { en: 'cat: cat\ndog: dog' }, 'en/ideas.txt: the idea "dog" has words in en only'],
    ['a line without words', { en: 'cat' }, 'en/ideas.txt, line 1: write "idea: word, two words"'],
    ['an empty word', { en: 'cat: cat,, kitten' }, 'en/ideas.txt, line 1: write "idea: word, two words"'],
    ['a relation to itself', { ...SEVERAL, related: 'cat > cat' }, 'related.txt, line 1: "cat" points to itself'],
    [
      'a loop',
      { ...SEVERAL, related: 'puppy > dog\ndog > puppy' },
      'related.txt, line 2: "dog" and "puppy" point to each other; make them one idea',
    ],
    [
      'a chain',
      { ...SEVERAL, related: 'puppy > dog\ndog > cat' },
      'related.txt: "puppy > dog > cat" is a chain; write "puppy > cat"',
    ],
    [
      'a relation twice',
      { ...SEVERAL, related: 'puppy > dog\npuppy > dog' },
      'related.txt, line 2: "puppy > dog" occurs twice',
    ],
    ['an unknown idea', { ...SEVERAL, related: 'puppy > wolf' }, 'related.txt, line 1: there is no idea "wolf"'],
    ['a relation without a target', { ...SEVERAL, related: 'puppy' }, 'related.txt, line 1: write "idea > idea"'],
  ])('%s', (_, written, reason) => {
    expect(refusalOf(written)).toBe(reason)
  })

  test('a loop of three is a chain', () => {
    expect(refusalOf({ ...SEVERAL, related: 'puppy > dog\ndog > cat\ncat > puppy' })).toMatch(/is a chain/)
  })
})
