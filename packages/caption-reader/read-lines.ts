import type { Box } from './boxes.ts'
import { cutterOf } from './cut-line.ts'
import type { Engines } from './engines.ts'
import { findLines, type TextLine } from './find-lines.ts'
import { fold } from './fold.ts'
import { isButtons } from './interface-phrases.ts'
import { joinHyphens } from './join-hyphens.ts'
import { markedLanguages } from './languages.ts'
import { wordsOfLine } from './line-words.ts'
import { mergeReadings, type ReadWord } from './merge-readings.ts'
import type { Networks } from './networks.ts'
import type { Pixels } from './pixels.ts'
import { type BareLine, readCapitalMarks, readMarks } from './read-marks.ts'
import { inReadingOrder } from './reading-order.ts'
import { LINE_HEIGHT, recognizeLine } from './recognize-line.ts'
import type { ReaderSettings } from './settings.ts'
import { hasVietnameseMarks, isBareSyllable } from './syllables.ts'

/** Minimum share of possibly Vietnamese words in a picture from which all its lines are read again for marks. */
const VIETNAMESE_SHARE = 0.5
/** In other pictures, only lines with at least this many words and this share are read again. */
const VIETNAMESE_LINE = { words: 4, share: 0.8 }
/** Size limit, in pixels, of the picture version searched for small lines. */
export const FULL_PIXELS = 900_000
const LIGHT_PIXELS = 500_000
/** A line below this confidence is treated as grain. */
const LINE_CONFIDENCE_MIN = 55
const HYPHEN_END = /\p{L}-$/u

/**
 * Reads the words of one frame. Detects lines, then reads them with the recognizer of bare letters. Lines that may have marks or
 * another script are also read by Tesseract and the classifier of capitals. Light mode searches small lines at a lower resolution
 * and reads Vietnamese marks only in capitals, without Tesseract.
 */
export async function readLines(
  picture: Pixels,
  { mode, languages }: ReaderSettings,
  networks: Networks,
  engines: Engines,
): Promise<ReadWord[]> {
  const isLight = mode === 'light'
  const cut = cutterOf(picture)
  const lines: BareLine[] = []
  for (const line of await findLines(picture, networks.detector, isLight ? LIGHT_PIXELS : FULL_PIXELS)) {
    const recognized = await recognizeLine(cut(line, LINE_HEIGHT), networks)
    lines.push({ line, recognized, words: wordsOfLine(recognized.letters) })
  }
  const marked = new Map<BareLine, ReadWord[]>()
  for (const { codes, again } of linesToReadAgain(lines, languages)) {
    const isByLetters = isLight && codes.includes('vie')
    const found = isByLetters ? readCapitalMarks(again, cut) : await readMarks(again, codes, cut, engines)
    for (const [line, words] of found) marked.set(line, words)
  }
  const read = inReadingOrder(lines).map((one) => {
    const words = marked.get(one) ?? mergeReadings([{ words: isSure(one) ? one.words : [], preservesMarks: false }])
    const isLeftOut = isButtons(words.map(({ text }) => text))
    return {
      words: isLeftOut ? [] : words.map((word) => ({ ...word, ...placed(word, one.line, picture) })),
      endsWithHyphen: HYPHEN_END.test(one.words.at(-1)?.text ?? ''),
    }
  })
  return joinHyphens(read)
}

/** Selects the lines to read again, and their languages. */
function linesToReadAgain(lines: readonly BareLine[], languages: string): { codes: string[]; again: BareLine[] }[] {
  const { vietnamese, others } = markedGroups(languages)
  const first = vietnamese.length > 0 ? vietnameseOf(lines) : []
  const rest = others.length > 0 ? lines.filter((line) => !first.includes(line)) : []
  return [
    { codes: vietnamese, again: first },
    { codes: others, again: rest },
  ].filter(({ again }) => again.length > 0)
}

function markedGroups(languages: string): { vietnamese: string[]; others: string[] } {
  const marked = markedLanguages(languages)
  return { vietnamese: marked.filter((code) => code === 'vie'), others: marked.filter((code) => code !== 'vie') }
}

/** Language combinations that Tesseract may be needed for after the networks, in the format of Engines. */
export function languagesReadAgain({ mode, languages }: ReaderSettings): string[] {
  const { vietnamese, others } = markedGroups(languages)
  return [mode === 'light' ? [] : vietnamese, others]
    .filter((codes) => codes.length > 0)
    .map((codes) => codes.join('+'))
}

function vietnameseOf(lines: readonly BareLine[]): BareLine[] {
  const possible = lines.map((line) => possibleSyllables(line))
  const [all, of] = [
    possible.reduce((sum, one) => sum + one.possible, 0),
    possible.reduce((sum, one) => sum + one.of, 0),
  ]
  if (all > 0 && all >= of * VIETNAMESE_SHARE) return [...lines]
  const { words, share } = VIETNAMESE_LINE
  return lines.filter((_, at) => {
    const one = possible[at]
    return one && one.of >= words && one.possible >= one.of * share
  })
}

function possibleSyllables({ words }: BareLine): { possible: number; of: number } {
  const texts = words.map(({ text }) => text.replace(/[^\p{L}]+/gu, '')).filter((text) => text.length > 1)
  const possible = texts.filter((text) => hasVietnameseMarks(text) || isBareSyllable(fold(text)))
  return { possible: possible.length, of: texts.length }
}

function isSure({ recognized: { letters } }: BareLine): boolean {
  const sum = letters.reduce((total, { chance }) => total + chance, 0)
  return sum * 100 >= letters.length * LINE_CONFIDENCE_MIN
}

/** The axis-aligned box around a word of a line, in fractions of the picture. */
function placed(word: Box, line: TextLine, { width, height }: Pixels): Box {
  const [cosine, sine] = [Math.cos(line.angle), Math.sin(line.angle)]
  const corners = [word.x, word.x + word.width].flatMap((along) =>
    [word.y, word.y + word.height].map((across) => {
      const [right, down] = [(along - 0.5) * line.width, (across - 0.5) * line.height]
      return { x: (line.x + right * cosine - down * sine) / width, y: (line.y + right * sine + down * cosine) / height }
    }),
  )
  const within = (value: number) => Math.max(0, Math.min(1, value))
  const [left, top] = [within(Math.min(...corners.map(({ x }) => x))), within(Math.min(...corners.map(({ y }) => y)))]
  const [right, bottom] = [
    within(Math.max(...corners.map(({ x }) => x))),
    within(Math.max(...corners.map(({ y }) => y))),
  ]
  return { x: left, y: top, width: right - left, height: bottom - top }
}
