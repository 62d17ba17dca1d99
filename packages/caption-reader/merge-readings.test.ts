import { describe, expect, test } from 'vitest'
import { mergeReadings, type ReadWord } from './merge-readings.ts'

const word = (text: string, confidence = 80, x = 0.1): ReadWord => ({
  text,
  confidence,
  x,
  y: 0.1,
  width: 0.1,
  height: 0.05,
})
const reading = (preservesMarks: boolean, ...words: ReadWord[]) => ({ words, preservesMarks })
const texts = (readings: Parameters<typeof mergeReadings>[0]) => mergeReadings(readings).map(({ text }) => text)

describe('merging readings of one picture', () => {
  test('yields one word for each position, in reading order', () => {
    const first = reading(false, word('SLEEPS', 80, 0.5), word('CAT', 80, 0.1))
    const second = reading(false, word('CAT', 90, 0.11))
    expect(texts([first, second])).toEqual(['CAT', 'SLEEPS'])
  })

  test('preserves tone marks that one reading lost', () => {
    expect(texts([reading(false, word('MEO', 90)), reading(true, word('MÈO', 75))])).toEqual(['MÈO'])
  })

  test('takes tone marks by majority among readings with marks', () => {
    const readings = [reading(false, word('BẤN', 92)), reading(true, word('BẠN', 80)), reading(true, word('BẠN', 78))]
    expect(texts(readings)).toEqual(['BẠN'])
  })

  test('prefers a common syllable to a merely valid one unless its confidence is much lower', () => {
    const readings = (used: number) => [reading(true, word('TRŨI', 80)), reading(true, word('TRỜI', used))]
    expect(texts(readings(75))).toEqual(['TRỜI'])
    expect(texts(readings(55))).toEqual(['TRŨI'])
  })

  test('prefers the reading made letter by letter', () => {
    const byLetters = { ...reading(true, word('BẠN', 90)), isByLetters: true }
    expect(texts([reading(false, word('BAN', 95)), reading(true, word('BẤN', 92)), byLetters])).toEqual(['BẠN'])
  })

  test('returns alternatives of a word with their probabilities', () => {
    const spelt = [word('TỐI', 90), { ...word('TỚI', 90), share: 0.3 }, { ...word('TÔI', 90), share: 0.1 }]
    const [read] = mergeReadings([{ words: spelt, preservesMarks: true, isByLetters: true }])
    expect(read?.text).toBe('TỐI')
    expect(read?.others?.map(({ text }) => text)).toEqual(['TỚI', 'TÔI'])
    const [likely = 0, unlikely = 0] = read?.others?.map(({ chance }) => chance) ?? []
    expect(likely).toBeCloseTo(0.3 / 1.4)
    expect(unlikely).toBeCloseTo(0.1 / 1.4)
  })

  test('prefers a nearly as likely spelling if another reading confirms it', () => {
    const spelt = (share: number) => ({
      words: [word('TỐI', 90), { ...word('TỚI', 90), share }],
      preservesMarks: true,
      isByLetters: true,
    })
    expect(texts([reading(true, word('TỚI', 70)), spelt(0.8)])).toEqual(['TỚI'])
    expect(texts([reading(true, word('TỚI', 70)), spelt(0.05)])).toEqual(['TỐI'])
  })

  test('marks words that were read letter by letter', () => {
    const byLetters = { ...reading(true, word('BAN', 90)), isByLetters: true }
    expect(mergeReadings([reading(false, word('BAN', 95)), byLetters])[0]?.isSpelt).toBe(true)
    expect(mergeReadings([reading(false, word('BAN', 95))])[0]?.isSpelt).toBeUndefined()
  })

  test('drops noise read into grain and signs around words', () => {
    expect(texts([reading(false, word('~x', 50), word('«WORD»,', 70, 0.5))])).toEqual(['WORD'])
  })
})
