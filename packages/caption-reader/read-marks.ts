import type { Box } from './boxes.ts'
import type { CutLine } from './cut-line.ts'
import type { Engines } from './engines.ts'
import type { TextLine } from './find-lines.ts'
import { fold } from './fold.ts'
import { findLineInk, plainInk } from './line-ink.ts'
import { readLinePages } from './line-page.ts'
import { syllablesOfLine } from './line-words.ts'
import { mergeReadings, type PossibleWord, type ReadWord } from './merge-readings.ts'
import type { Ink } from './pieces.ts'
import { findCapitalWords } from './read-capitals.ts'
import type { RecognizedLine } from './recognize-line.ts'
import { spellCapitals } from './spell-words.ts'
import { isBareSyllable } from './syllables.ts'
import { voteSyllables } from './vote-syllables.ts'

/** A detected line, and the result of the recognizer of bare letters. */
export interface BareLine {
  line: TextLine
  recognized: RecognizedLine
  /** Boxes are shares of the line's width and height. */
  words: PossibleWord[]
}

/** Margins above and below the core that are cut out for marks, as shares of the core's height: two marks may be above a letter. */
const ABOVE = 0.6
const BELOW = 0.2
const FULL = 1 + ABOVE + BELOW
/** Height of the core, in pixels of the ink. Capitals get more because their marks are classified individually. */
const CORE_HEIGHT = 44
const CAPITALS_CORE_HEIGHT = 66
const CAPITAL_HEIGHT = 0.62
const CAPITALS_SHARE = 0.6
const SAME_LETTERS_CONFIDENCE = 50
const OTHER_SCRIPT_CONFIDENCE = 55
/** Minimum confidence of a word in a Vietnamese line that only the recognizer read and that is not a syllable. */
const ALONE_CONFIDENCE = 85

/**
 * Reads lines again for marks and other scripts, which the recognizer does not support.
 * @param languages Tesseract language codes
 * @returns the words of each line in its order; boxes as in BareLine
 */
export async function readMarks(
  lines: readonly BareLine[],
  languages: readonly string[],
  cut: CutLine,
  engines: Engines,
): Promise<Map<BareLine, ReadWord[]>> {
  const inked = lines.map((one) => ({ one, ink: inkOfLine(one, cut) }))
  const pages = await readLinePages(
    inked.map(({ ink }) => ({ ink, core: coreOf(ink) })),
    await engines.get(languages.join('+')),
  )
  const vote = languages.includes('vie') ? voteVietnamese : voteOther
  return new Map(inked.map(({ one, ink }, index) => [one, vote(one, ink, pages[index] ?? [])]))
}

/** Reads the marks of Vietnamese lines in capitals letter by letter; other lines retain the recognizer's bare letters. */
export function readCapitalMarks(lines: readonly BareLine[], cut: CutLine): Map<BareLine, ReadWord[]> {
  return new Map(
    lines.map((one) => {
      const bare = syllablesOfLine(one.recognized.letters)
      const sure = bare.filter(({ text, confidence }) => confidence >= ALONE_CONFIDENCE || isBareSyllable(fold(text)))
      const spelt = isCapitals(one) ? spellInk(inkOfLine(one, cut), bare) : []
      return [one, voteSyllables({ bare: sure, page: [], spelt })]
    }),
  )
}

/** The letters of a line, including the marks above and below them. */
function inkOfLine(one: BareLine, cut: CutLine): Ink {
  const height = isCapitals(one) ? CAPITALS_CORE_HEIGHT : CORE_HEIGHT
  const crop = cut(one.line, Math.round(height * FULL), { above: ABOVE, below: BELOW })
  const letters = one.recognized.letters.map(({ at }) => at)
  return findLineInk(crop, coreOf(crop), letters)?.ink ?? plainInk(crop)
}

/** The rows of the core within a cut line or its ink. */
const coreOf = ({ height }: { height: number }) => ({
  top: (height * ABOVE) / FULL,
  bottom: (height * (ABOVE + 1)) / FULL,
})

/** Typical height of the capitals in a line's ink. */
const capitalHeightIn = (ink: Ink) => (ink.height / FULL) * CAPITAL_HEIGHT

function voteVietnamese(one: BareLine, ink: Ink, byPage: PossibleWord[]): ReadWord[] {
  if (isOtherScript(byPage)) return voteOther(one, ink, byPage)
  const bare = syllablesOfLine(one.recognized.letters)
  const spelt = isCapitals(one) ? spellInk(ink, [...bare, ...byPage]) : []
  return voteSyllables({ bare, page: byPage, spelt })
}

/**
 * Merges without knowledge of the language: takes Tesseract's marks if both readings have the same letters, and takes another
 * script if it was read with enough confidence.
 */
function voteOther({ words }: BareLine, _ink: Ink, byPage: PossibleWord[]): ReadWord[] {
  if (isOtherScript(byPage)) return mergeReadings([{ words: byPage, preservesMarks: true }])
  const marked = words.map((word) => {
    const same = byPage.find(
      ({ text, confidence, x, width }) =>
        confidence > SAME_LETTERS_CONFIDENCE &&
        fold(text) === fold(word.text) &&
        x < word.x + word.width &&
        x + width > word.x,
    )
    return same ? { ...word, text: same.text } : word
  })
  return mergeReadings([{ words: marked, preservesMarks: true }])
}

function isOtherScript(words: readonly PossibleWord[]): boolean {
  const letters = words.flatMap(({ text }) => text.match(/\p{L}/gu) ?? [])
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter))
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, words.length)
  return others.length > letters.length / 2 && confidence > OTHER_SCRIPT_CONFIDENCE
}

function isCapitals({ recognized }: BareLine): boolean {
  const letters = recognized.letters.filter(({ text }) => /\p{L}/u.test(text))
  return letters.filter(({ text }) => text !== text.toLowerCase()).length >= letters.length * CAPITALS_SHARE
}

/** Reads capitals letter by letter. */
function spellInk(ink: Ink, read: PossibleWord[]): PossibleWord[] {
  const toInk = (box: Box) => ({ y: (box.y + ABOVE) / FULL, height: box.height / FULL })
  const toCore = (box: Box) => ({ y: box.y * FULL - ABOVE, height: box.height * FULL })
  const { words } = findCapitalWords(ink, capitalHeightIn(ink))
  const inInk = read.map((word) => ({ ...word, ...toInk(word) }))
  return spellCapitals(words, inInk).map((word) => ({ ...word, ...toCore(word) }))
}
