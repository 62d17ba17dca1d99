import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, wordsOf } from '#contract/words.ts'
import { deletionsOf, isOneLetterOff } from '#server/platform/one-letter-off.ts'
import { decodeAlternatives, encodeAlternatives, type ReadWordText } from './indexing/ocr-alternatives.ts'
import { decodeScore, encodeScore, newestId } from './query/cursor.ts'
import { parseQuery } from './query/query.ts'
import { BANDS, type MemeTexts, matchKindOf, quantizeScore, textScorer } from './rules.ts'
import { outliers } from './sources/outliers.ts'

const texts = (name: string, picture = '') => {
  const fields = [name, '', '', '', picture].map(wordsOf)
  return {
    exact: fields.map((words) => words.join(' ')).join('\n'),
    folded: fields.map((words) => words.map(fold).join(' ')).join('\n'),
  }
}
/** A picture's words with alternatives. */
const doubted = (...words: ReadWordText[]) => {
  const { exact, folded } = texts('', words.map(({ text }) => text).join(' '))
  return { exact: `${exact}\n${encodeAlternatives(words)}`, folded }
}
const scoreOf = (query: string, meme: MemeTexts) => textScorer(parseQuery(query))(meme).score
const score = (query: string, name: string, picture = '') => textScorer(parseQuery(query))(texts(name, picture)).score

describe('the score of a meme', () => {
  test('is higher for all words than for some', () => {
    expect(score('mèo ngủ', 'xyz', 'meo di ngu')).toBeGreaterThan(score('mèo ngủ', 'mèo'))
  })

  test('is highest for the typed tone marks, wherever the word is', () => {
    expect(score('mèo', 'con vật', 'mèo')).toBeGreaterThan(score('mèo', 'mẹo'))
    expect(score('mèo', 'con mèo')).toBeGreaterThan(score('mèo', 'con meo'))
  })

  test('is higher for a word without tone marks than with other ones', () => {
    expect(score('mèo', 'con mèo')).toBeGreaterThan(score('mèo', 'con meo'))
    expect(score('mèo', 'con meo')).toBeGreaterThan(score('mèo', 'con mẹo'))
    expect(score('mèo ngủ', '', 'meo ngủ')).toBeGreaterThan(score('mèo ngủ', '', 'méo ngủ'))
  })

  test('is higher for a misread letter than for another tone, which makes another word', () => {
    const parsed = parseQuery('trời lạnh')
    const words = parsed.words.map((word, at) =>
      at === 0 ? { ...word, variants: new Map([...word.variants, ['trui', 'misspelt'] as const]) } : word,
    )
    const query = { ...parsed, words }
    const misread = textScorer(query)(texts('', 'trũi lạnh')).score
    expect(misread).toBeGreaterThan(textScorer(query)(texts('', 'trời lánh')).score)
    expect(misread).toBeLessThan(textScorer(query)(texts('', 'trời lạnh')).score)
  })

  test('depends on the probability of each reading, in tones and letters', () => {
    const read = doubted({
      text: 'tối',
      others: [
        { text: 'tới', chance: 0.3 },
        { text: 'lới', chance: 0.1 },
      ],
    })
    const surely = (text: string) => scoreOf('tới', doubted({ text }))
    expect(scoreOf('tới', read)).toBeGreaterThan(surely('tối'))
    expect(scoreOf('tới', read)).toBeLessThan(surely('tới'))
    expect(scoreOf('tối', read)).toBeLessThan(scoreOf('tối', doubted({ text: 'tối' })))
    expect(scoreOf('lới', read)).toBeGreaterThan(2)
    expect(scoreOf('lới', read)).toBeLessThan(scoreOf('tới', read))
    expect(scoreOf('nới', read)).toBe(0)
    expect(scoreOf('loi', read)).toBeGreaterThan(2)
  })

  test('is the same with and without alternatives for the same words', () => {
    expect(scoreOf('mèo ngủ', doubted({ text: 'mèo' }, { text: 'ngủ' }))).toBe(score('mèo ngủ', '', 'mèo ngủ'))
  })

  test('lowers a missing tone mark more for a word that was read letter by letter', () => {
    expect(scoreOf('mèo', doubted({ text: 'meo' }))).toBeGreaterThan(
      scoreOf('mèo', doubted({ text: 'meo', isSpelt: true })),
    )
    expect(scoreOf('mèo', doubted({ text: 'meo', isSpelt: true }))).toBeGreaterThan(
      scoreOf('mèo', doubted({ text: 'mẹo' })),
    )
    expect(score('mộng', '', 'mông')).toBeGreaterThan(score('mộng', '', 'mống'))
  })

  test('is higher for a stop word with the typed tone marks', () => {
    expect(score('bạn cũng đi', '', 'bạn cũng đi')).toBeGreaterThan(score('bạn cũng đi', '', 'bạn cùng đi'))
  })

  test('is lowered less by noise read into the picture than by a wrong word', () => {
    expect(score('trời rất lạnh', '', 'xi trời rất y lạnh rz')).toBeGreaterThan(
      score('trời rất lạnh', '', 'trời rất lanh'),
    )
    expect(score('trời rất lạnh', '', 'xi trời rất y lạnh rz')).toBeGreaterThan(
      score('trời rất lạnh', '', 'trời rất lánh'),
    )
    expect(score('grumpy cat', '', 'cat xi grumpy')).toBeLessThan(score('grumpy cat', '', 'grumpy xi cat'))
    expect(score('grumpy cat', 'grumpy old cat')).toBeLessThan(score('grumpy cat', 'grumpy cat'))
  })

  test('is highest for the caption that is the query, even if the reader was less sure of it than of a longer one', () => {
    const unsure = doubted({ text: 'ngủ' }, { text: 'ngon', others: [{ text: 'ngón', chance: 0.24 }] }, { text: 'cá' })
    expect(scoreOf('ngủ ngon cá', unsure)).toBeGreaterThan(score('ngủ ngon cá', '', 'ngủ ngon cá phê'))
  })

  test('is higher for a word without tone marks than with marks that were not typed, if others were', () => {
    const right = score('cô cho tiền', '', 'cô cho tien')
    expect(right).toBeGreaterThan(score('cô cho tiền', '', 'cô chó tiền'))
    expect(score('co cho', '', 'co cho')).toBe(score('co cho', '', 'co chó'))
  })

  test('is hardly lower where the reader was unsure of the typed word', () => {
    const unsure = scoreOf('tới rồi', doubted({ text: 'tới', others: [{ text: 'tời', chance: 0.4 }] }, { text: 'rồi' }))
    expect(unsure).toBeLessThan(score('tới rồi', '', 'tới rồi'))
    expect(unsure).toBeGreaterThan(score('tới rồi', '', 'tới rồi đó'))
  })

  test('is higher for a caption that repeats the words that the query repeats', () => {
    expect(score('thứ hai và mọi thứ', '', 'thứ hai và mọi thứ')).toBeGreaterThan(
      score('thứ hai và mọi thứ', '', 'thứ hai và mọi thư'),
    )
  })

  test('ignores tone marks if none were typed', () => {
    expect(score('meo', 'con mèo')).toBe(score('meo', 'con meo'))
    expect(score('meo ngu', '', 'mèo ngủ')).toBe(score('meo ngu', '', 'meo ngu'))
  })

  test('is higher for words in the typed order, and for a name than for a picture', () => {
    expect(score('grumpy cat', 'grumpy cat')).toBeGreaterThan(score('grumpy cat', 'cat is grumpy'))
    expect(score('coffee', 'coffee')).toBeGreaterThan(score('coffee', '', 'coffee'))
  })

  test('does not require stop words, but counts them', () => {
    expect(score('the cat', 'cat')).toBeGreaterThan(2)
    expect(score('the cat', 'the cat')).toBeGreaterThan(score('the cat', 'a cat'))
    expect(score('the', 'the')).toBeGreaterThan(2)
  })

  test('is zero without a quoted phrase', () => {
    expect(score('"big cat"', 'big fat cat')).toBe(0)
    expect(score('"big cat"', 'a big cat')).toBeGreaterThan(2)
  })

  test('counts emoji as words', () => {
    expect(score('😂', 'so funny 😂')).toBeGreaterThan(2)
    expect(score('😂', 'so funny')).toBe(0)
  })
})

describe('OCR alternatives', () => {
  test('are decoded as they were encoded, by word position', () => {
    const line = encodeAlternatives([
      { text: 'KHÔNG' },
      { text: 'MÈO-CON', others: [{ text: 'MEO', chance: 0.4 }] },
      {
        text: 'TỐI',
        others: [
          { text: 'TỚI', chance: 0.25 },
          { text: 'A B', chance: 0.1 },
        ],
      },
      { text: 'BAN', isSpelt: true },
    ])
    expect([...decodeAlternatives(line)]).toEqual([
      [3, { own: 0.75, isSpelt: false, others: [{ exact: 'tới', chance: 0.25 }] }],
      [4, { own: 1, isSpelt: true, others: [] }],
    ])
    expect(decodeAlternatives('').size).toBe(0)
  })
})

describe('one letter off', () => {
  test('covers an insertion, deletion, replacement and swap', () => {
    for (const other of ['grumpyy', 'grmpy', 'grumpi', 'rgumpy', 'grumpy'])
      expect(isOneLetterOff('grumpy', other)).toBe(true)
    for (const other of ['grum', 'grmpi', 'ygrump']) expect(isOneLetterOff('grumpy', other)).toBe(false)
  })

  test('is detected by a shared deletion', () => {
    const word = fc.stringMatching(/^[a-z]{3,10}$/)
    fc.assert(
      fc.property(word, fc.nat(), (text, at) => {
        const shorter = text.slice(0, at % text.length) + text.slice((at % text.length) + 1)
        expect(isOneLetterOff(text, shorter)).toBe(true)
        expect(deletionsOf(text)).toContain(shorter)
      }),
    )
  })
})

describe('a cursor', () => {
  test('restores the score and the time exactly, for 24 days', () => {
    const now = 1_795_000_000_000
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 2.999, noNaN: true }),
        fc.integer({ min: 1, max: 24 * 86_400_000 }),
        (raw, ago) => {
          const began = now - ago
          fc.pre(began % 2 ** 31 !== 0)
          const value: number = JSON.parse(JSON.stringify(encodeScore(quantizeScore(raw), began)))
          expect(decodeScore(value, now)).toEqual({ score: quantizeScore(raw), began })
        },
      ),
    )
  })

  test('covers ids created up to its time', () => {
    expect(newestId(0x0190b1a20000) > '0190b1a2-0000-7abc-8000-000000000000').toBe(true)
    expect(newestId(0x0190b1a20000) < '0190b1a2-0001-7abc-8000-000000000000').toBe(true)
  })
})

describe('matches of a model', () => {
  const near = (...values: number[]) => values.map((likeness) => ({ likeness }))

  test('stand out if they are nearer to the best than to the rest, at any scale of the model', () => {
    expect(outliers(near(0.9, 0.86, 0.4, 0.3, 0.2))).toEqual(near(0.9, 0.86))
    expect(outliers(near(0.31, 0.3, 0.25, 0.24, 0.22))).toEqual(near(0.31, 0.3))
  })

  test('are limited to twenty, may be a single one, and never have negative likeness', () => {
    expect(outliers(near(...Array.from({ length: 50 }, () => 0.5)))).toHaveLength(20)
    expect(outliers(near(0.2))).toEqual(near(0.2))
    expect(outliers(near(-0.1, -0.5))).toEqual([])
    expect(outliers([])).toEqual([])
  })
})

test('the score band gives the kind of match, and the matched parts separate lookalike from meaning', () => {
  expect(matchKindOf({ score: BANDS.allWords + 0.1, matched: ['name'] })).toBe('allWords')
  expect(matchKindOf({ score: BANDS.translation + 0.5, matched: ['name'] })).toBe('translation')
  expect(matchKindOf({ score: BANDS.template + 0.999, matched: [] })).toBe('template')
  expect(matchKindOf({ score: BANDS.looksAlike + 0.9, matched: ['visual'] })).toBe('lookalike')
  expect(matchKindOf({ score: BANDS.looksAlike + 0.9, matched: ['visual', 'meaning'] })).toBe('lookalike')
  expect(matchKindOf({ score: BANDS.looksAlike + 0.2, matched: ['meaning'] })).toBe('meaning')
  expect(matchKindOf({ score: BANDS.someWords + 0.99, matched: ['tag'] })).toBe('someWords')
})
