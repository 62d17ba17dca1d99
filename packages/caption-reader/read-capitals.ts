import type { Box } from './boxes.ts'
import { CAPITALS } from './capital-classes.ts'
import { classify, trainedNet } from './capital-net.ts'
import { type Capital, type CapitalLine, findCapitals } from './find-capitals.ts'
import { median } from './median.ts'
import type { Ink } from './pieces.ts'
import type { Chances, Slot } from './spell-capitals.ts'

/** Capitals that form a word. */
export interface CapitalWord extends Box {
  slots: Slot[]
  /** True if one of its pieces is not a single letter but two touching letters or a stain. */
  isBroken: boolean
}

/** The words of one ink. */
export interface CapitalPage {
  words: CapitalWord[]
  /** The centers of all letter-sized pieces, in fractions of the picture. */
  places: { x: number; y: number }[]
}

/** Words are split where a gap exceeds the line's typical gap by GAP_MORE, but at least GAP_MIN; in letter heights. */
const GAP_MIN = 0.18
const GAP_MORE = 0.14
const OTHER = CAPITALS.indexOf('')
const OTHER_CHANCE = Math.log(0.5)
/** A word with a larger share of non-letters is discarded. */
const BROKEN_SHARE = 0.34
/** Minimum share of an ink's pieces inside words of another ink that makes it the outline of that ink. */
const OUTLINE_SHARE = 0.8
const CLEAR_CHANCE = Math.log(0.35)
/** Minimum width of a piece that may be two letters, as a share of its height. */
const SPLIT_WIDTH_MIN = 0.5
const TEXT_LETTERS_MIN = 2
const SPLIT_CHANCE = Math.log(0.3)
/** Number of candidate cuts per piece. */
const CUTS_MAX = 2
/** Pieces wider than the typical letter of their line by this factor may be two letters. */
const WIDE = 1.25

/**
 * Finds words in capitals and classifies each letter individually. Line-based OCR loses marks in heavy narrow typefaces; a
 * single-letter classifier does not.
 * @param letterHeight typical height, in pixels of the ink
 */
export function findCapitalWords(ink: Ink, letterHeight: number): CapitalPage {
  const lines = findCapitals(ink, letterHeight)
  const words = lines.flatMap((line) => toWords(line, ink))
  const places = lines.flatMap(({ capitals }) =>
    capitals.map(({ left, right, top, bottom }) => ({
      x: (left + right + 1) / 2 / ink.width,
      y: (top + bottom + 1) / 2 / ink.height,
    })),
  )
  return { words: words.filter((word) => word !== undefined), places }
}

/** The number of clear letters in words of two or more. */
export function countLetters({ words }: CapitalPage): number {
  const lengths = words.filter(isClear).map(({ slots }) => lettersOf(slots).length)
  return lengths.filter((length) => length > 1).reduce((sum, length) => sum + length, 0)
}

/**
 * Returns true if an ink contains only the outlines of another ink's letters and need not be read. Only clear capitals count; if in
 * doubt, the ink is read.
 */
export function isOutlineOf(outline: CapitalPage, page: CapitalPage): boolean {
  const clear = page.words.filter(isClear)
  const inside = outline.places.filter(({ x, y }) =>
    clear.some((word) => x > word.x && x < word.x + word.width && y > word.y && y < word.y + word.height),
  )
  return inside.length > outline.places.length * OUTLINE_SHARE && countLetters(outline) * 2 < countLetters(page)
}

const lettersOf = (slots: Slot[]) => slots.flatMap(({ ways }) => ways[0] ?? [])
const isClear = ({ slots, isBroken }: CapitalWord) =>
  !isBroken && lettersOf(slots).every((chances) => chances.some((chance) => chance > CLEAR_CHANCE))

/**
 * Splits capitals into words where both the free space and the gap between boxes exceed the typical value: slanted letters have
 * small gaps, and pairs like AV have large free space.
 */
function partWords({ height, capitals }: CapitalLine): Capital[][] {
  const between = (index: number) => (capitals[index]?.left ?? 0) - (capitals[index - 1]?.right ?? 0) - 1
  const usual = median(capitals.slice(1).map(({ gap }) => gap))
  const usualBetween = median(capitals.slice(1).map((_, index) => between(index + 1)))
  const limit = Math.max(height * GAP_MIN, Math.min(usual, height * GAP_MIN) + height * GAP_MORE)
  const limitBetween = Math.min(usualBetween, height * GAP_MIN) + height * GAP_MORE
  const words: Capital[][] = []
  capitals.forEach((capital, index) => {
    const last = words.at(-1)
    if (last && (capital.gap <= limit || between(index) <= limitBetween)) last.push(capital)
    else words.push([capital])
  })
  return words
}

function toWords(line: CapitalLine, ink: Ink): (CapitalWord | undefined)[] {
  const chances = new Map(line.capitals.map((one) => [one, classify(trainedNet(), one.features)]))
  // If hardly any piece is a letter, no piece is a pair of letters.
  const isText = [...chances.values()].filter((one) => !isOther(one)).length >= TEXT_LETTERS_MIN
  const wide = median(line.capitals.map(({ left, right }) => right - left + 1)) * WIDE
  const toSlot = (one: Capital): Slot => {
    const own = chances.get(one) ?? classify(trainedNet(), one.features)
    const mayBeTwo = isText && (isOther(own) || one.right - one.left + 1 > wide)
    return { ...boxOf([one], ink), gap: one.gap / line.height, ways: waysOf(own, mayBeTwo ? judgeHalves(one) : []) }
  }
  return partWords(line).map((capitals) => toWord(capitals.map(toSlot), boxOf(capitals, ink)))
}

/** A piece that is neither one letter nor two is a stain, unless another reading identifies it as a letter. */
function waysOf(own: Chances, halves: Chances[][]): Slot['ways'] {
  if (!isOther(own)) return [[own], ...halves]
  return halves.length > 0 ? halves : [[], [own]]
}

function toWord(slots: Slot[], box: Box): CapitalWord | undefined {
  const stains = slots.filter(({ ways }) => ways[0]?.length === 0).length
  const all = stains + lettersOf(slots).length
  return stains > all * BROKEN_SHARE ? undefined : { slots, isBroken: stains > 0, ...box }
}

function boxOf(capitals: Capital[], ink: Ink): Box {
  const left = Math.min(...capitals.map((capital) => capital.left))
  const right = Math.max(...capitals.map((capital) => capital.right)) + 1
  const top = Math.min(...capitals.map((capital) => capital.top))
  const bottom = Math.max(...capitals.map((capital) => capital.bottom)) + 1
  return {
    x: left / ink.width,
    y: top / ink.height,
    width: (right - left) / ink.width,
    height: (bottom - top) / ink.height,
  }
}

const isOther = (chances: Chances) => (chances[OTHER] ?? 0) > OTHER_CHANCE
const surest = (chances: Chances) => chances.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)

/** The letter pairs that a piece may consist of, for the likeliest cuts. */
function judgeHalves({ left, right, top, bottom, split }: Capital): Chances[][] {
  if (right - left < (bottom - top) * SPLIT_WIDTH_MIN) return []
  const pairs = split()
    .map((halves) => halves.map((half) => classify(trainedNet(), half)))
    .filter((pair) => pair.every((half) => !isOther(half) && surest(half) > SPLIT_CHANCE))
  const worth = (pair: Chances[]) => pair.reduce((sum, half) => sum + surest(half), 0)
  return pairs.toSorted((a, b) => worth(b) - worth(a)).slice(0, CUTS_MAX)
}
