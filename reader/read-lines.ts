import { fold } from '#contract/words.ts'
import type { Box } from './boxes.ts'
import { type CutLine, cutterOf } from './cut-line.ts'
import type { Engines } from './engines.ts'
import { findLines, type TextLine } from './find-lines.ts'
import { fuseWords } from './fuse-words.ts'
import { findLineInk } from './line-ink.ts'
import { readLinePages } from './line-page.ts'
import { wordsOfLine } from './line-words.ts'
import { mergeReadings, type PossibleWord, type ReadWord } from './merge-readings.ts'
import type { Networks } from './networks.ts'
import type { Ink } from './pieces.ts'
import type { Pixels } from './pixels.ts'
import { findCapitalWords } from './read-capitals.ts'
import { LINE_HEIGHT, type RecognisedLine, recogniseLine } from './recognise-line.ts'
import { spellCapitals } from './spell-words.ts'
import { hasVietnameseMarks, isVietnameseSyllable } from './syllables.ts'

/** A line that was found, and what the recogniser of bare letters read in it. */
interface BareLine {
  line: TextLine
  recognised: RecognisedLine
  words: PossibleWord[]
}

/** Of the cut line so much is above and below its core, as shares of the core: marks stand there. */
const ABOVE = 0.3
const BELOW = 0.2
const CORE_HEIGHT = 44
const INK_HEIGHT = Math.round(CORE_HEIGHT * (1 + ABOVE + BELOW))
const CORE = { top: CORE_HEIGHT * ABOVE, bottom: CORE_HEIGHT * (1 + ABOVE) }
/** Share of the words in a picture that may be Vietnamese from which its lines are read for marks. */
const VIETNAMESE_SHARE = 0.5
const CAPITALS_SHARE = 0.6
const CAPITAL_HEIGHT = 0.62

/**
 * Words of one frame: lines are found first, then read by the recogniser of bare letters, and where marks may stand by Tesseract
 * and the net for capitals as well.
 */
export async function readLines(
  picture: Pixels,
  languages: string,
  networks: Networks,
  engines: Engines,
): Promise<ReadWord[]> {
  const found = await findLines(picture, networks.detector)
  const cut = cutterOf(picture)
  const lines: BareLine[] = []
  for (const line of found) {
    const recognised = await recogniseLine(cut(line, LINE_HEIGHT), networks)
    lines.push({ line, recognised, words: wordsOfLine(recognised.letters) })
  }
  const marked = languages.includes('vie') && mayBeVietnamese(lines) ? await readMarked(lines, cut, engines) : new Map()
  return inOrder(lines).flatMap((one) => {
    const words = marked.get(one) ?? mergeReadings([{ words: one.words, keepsMarks: false }])
    return words.map((word: ReadWord) => ({ ...word, ...placed(word, one.line, picture) }))
  })
}

function mayBeVietnamese(lines: readonly BareLine[]): boolean {
  const words = lines
    .flatMap((line) => line.words.map(({ text }) => text.replace(/[^\p{L}]+/gu, '')))
    .filter((text) => text.length > 1)
  const possible = words.filter((text) => hasVietnameseMarks(text) || isVietnameseSyllable(fold(text)))
  return possible.length > 0 && possible.length >= words.length * VIETNAMESE_SHARE
}

async function readMarked(
  lines: readonly BareLine[],
  cut: CutLine,
  engines: Engines,
): Promise<Map<BareLine, ReadWord[]>> {
  const inked: { one: BareLine; ink: Ink }[] = []
  for (const one of lines) {
    const letters = one.recognised.letters.map(({ at }) => at)
    const crop = cut(one.line, INK_HEIGHT, { above: ABOVE, below: BELOW })
    const found = findLineInk(crop, CORE, letters)
    if (found) inked.push({ one, ink: found.ink })
  }
  const pages = await readLinePages(
    inked.map(({ ink }) => ({ ink, core: CORE })),
    await engines.get('vie'),
  )
  return new Map(
    inked.map(({ one, ink }, index) => {
      const byLine = pages[index] ?? []
      const spelt = isCapitals(one) ? spellInk(ink, [...one.words, ...byLine]) : []
      const words = mergeReadings([
        { words: one.words, keepsMarks: false },
        { words: byLine, keepsMarks: true },
        { words: fuseWords(one.words, byLine), keepsMarks: false },
        { words: spelt, keepsMarks: true, isByLetters: true },
      ])
      return [one, words]
    }),
  )
}

function isCapitals({ recognised }: BareLine): boolean {
  const letters = recognised.letters.filter(({ text }) => /\p{L}/u.test(text))
  return letters.filter(({ text }) => text !== text.toLowerCase()).length >= letters.length * CAPITALS_SHARE
}

/** Letter by letter; boxes as shares of the line's width and its core's height, as those of the other readers are. */
function spellInk(ink: Ink, read: PossibleWord[]): PossibleWord[] {
  const toInk = (box: Box) => ({
    ...box,
    y: (box.y * CORE_HEIGHT + CORE.top) / INK_HEIGHT,
    height: (box.height * CORE_HEIGHT) / INK_HEIGHT,
  })
  const toCore = (box: Box) => ({
    ...box,
    y: (box.y * INK_HEIGHT - CORE.top) / CORE_HEIGHT,
    height: (box.height * INK_HEIGHT) / CORE_HEIGHT,
  })
  const { words } = findCapitalWords(ink, CORE_HEIGHT * CAPITAL_HEIGHT)
  return spellCapitals(
    words,
    read.map((word) => ({ ...word, ...toInk(word) })),
  ).map((word) => ({ ...word, ...toCore(word) }))
}

/** The upright box around a word of a line, in shares of the picture. */
function placed(word: Box, line: TextLine, { width, height }: Pixels): Box {
  const [cosine, sine] = [Math.cos(line.angle), Math.sin(line.angle)]
  const corners = [word.x, word.x + word.width].flatMap((along) =>
    [word.y, word.y + word.height].map((across) => {
      const [right, down] = [(along - 0.5) * line.width, (across - 0.5) * line.height]
      return { x: (line.x + right * cosine - down * sine) / width, y: (line.y + right * sine + down * cosine) / height }
    }),
  )
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))]
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map(({ x }) => x)) - left,
    height: Math.max(...corners.map(({ y }) => y)) - top,
  }
}

/** From top to bottom, lines side by side from left to right. */
function inOrder(lines: readonly BareLine[]): BareLine[] {
  const rows: BareLine[][] = []
  for (const one of lines.toSorted((a, b) => a.line.y - b.line.y)) {
    const last = rows.at(-1)
    const first = last?.[0]
    if (last && first && one.line.y < first.line.y + first.line.height / 2) last.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.line.x - b.line.x))
}
