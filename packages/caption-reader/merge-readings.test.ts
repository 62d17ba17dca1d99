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
const reading = (keepsMarks: boolean, ...words: ReadWord[]) => ({ words, keepsMarks })
const texts = (readings: Parameters<typeof mergeReadings>[0]) => mergeReadings(readings).map(({ text }) => text)

describe('several readings of one picture', () => {
  test('give one word for each position, in reading order', () => {
    const first = reading(false, word('SLEEPS', 80, 0.5), word('CAT', 80, 0.1))
    const second = reading(false, word('CAT', 90, 0.11))
    expect(texts([first, second])).toEqual(['CAT', 'SLEEPS'])
  })

  test('keep the tone marks that one of them read away', () => {
    expect(texts([reading(false, word('MEO', 90)), reading(true, word('MÈO', 75))])).toEqual(['MÈO'])
  })

  test('decide between marks by what most readings that know marks say', () => {
    const readings = [reading(false, word('BẤN', 92)), reading(true, word('BẠN', 80)), reading(true, word('BẠN', 78))]
    expect(texts(readings)).toEqual(['BẠN'])
  })

  test('prefer a syllable that is in use to one that spelling allows, unless it was read much less surely', () => {
    const readings = (used: number) => [reading(true, word('TRŨI', 80)), reading(true, word('TRỜI', used))]
    expect(texts(readings(75))).toEqual(['TRỜI'])
    expect(texts(readings(55))).toEqual(['TRŨI'])
  })

  test('believe most what was looked at letter by letter', () => {
    const byLetters = { ...reading(true, word('BẠN', 90)), isByLetters: true }
    expect(texts([reading(false, word('BAN', 95)), reading(true, word('BẤN', 92)), byLetters])).toEqual(['BẠN'])
  })

  test('keep what else a word may be, the likelier the more its reader believed in it', () => {
    const spelt = [word('TỐI', 90), { ...word('TỚI', 90), share: 0.3 }, { ...word('TÔI', 90), share: 0.1 }]
    const [read] = mergeReadings([{ words: spelt, keepsMarks: true, isByLetters: true }])
    expect(read?.text).toBe('TỐI')
    expect(read?.others?.map(({ text }) => text)).toEqual(['TỚI', 'TÔI'])
    const [likely = 0, unlikely = 0] = read?.others?.map(({ chance }) => chance) ?? []
    expect(likely).toBeCloseTo(0.3 / 1.4)
    expect(unlikely).toBeCloseTo(0.1 / 1.4)
  })

  test('let a spelling that is nearly as likely win where another reader read the same', () => {
    const spelt = (share: number) => ({
      words: [word('TỐI', 90), { ...word('TỚI', 90), share }],
      keepsMarks: true,
      isByLetters: true,
    })
    expect(texts([reading(true, word('TỚI', 70)), spelt(0.8)])).toEqual(['TỚI'])
    expect(texts([reading(true, word('TỚI', 70)), spelt(0.05)])).toEqual(['TỐI'])
  })

  test('say which words were seen letter by letter, so that marks that are not there are known to be missing', () => {
    const byLetters = { ...reading(true, word('BAN', 90)), isByLetters: true }
    expect(mergeReadings([reading(false, word('BAN', 95)), byLetters])[0]?.isSpelt).toBe(true)
    expect(mergeReadings([reading(false, word('BAN', 95))])[0]?.isSpelt).toBeUndefined()
  })

  test('leave out what is read into grain, and signs around words', () => {
    expect(texts([reading(false, word('~x', 50), word('«WORD»,', 70, 0.5))])).toEqual(['WORD'])
  })
})
