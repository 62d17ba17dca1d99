import type { Box } from './boxes.ts'
import { CAPITALS } from './capital-classes.ts'
import { classify, trainedNet } from './capital-net.ts'
import { type Capital, type CapitalLine, findCapitals } from './find-capitals.ts'
import { median } from './median.ts'
import type { Ink } from './pieces.ts'
import type { Chances, Slot } from './spell-capitals.ts'

/** Capitals that stand close together. */
export interface CapitalWord extends Box {
  slots: Slot[]
  /** A piece among them is no letter: it may be two that touch, or a stain. */
  isBroken: boolean
}

/** What stands in one ink. */
export interface CapitalPage {
  words: CapitalWord[]
  /** The middles of all that has the size of letters, in fractions of the picture. */
  places: { x: number; y: number }[]
}

/** Words part where letters stand further apart than usual in their line by this much; shares of their height. */
const GAP_MIN = 0.18
const GAP_MORE = 0.14
const OTHER = CAPITALS.indexOf('')
const OTHER_CHANCE = Math.log(0.5)
/** A word in which more is no letter is none. */
const BROKEN_SHARE = 0.34
/** Share of an outline's pieces that lie in words read already. */
const OUTLINE_SHARE = 0.8
const CLEAR_CHANCE = Math.log(0.35)
/** Narrower pieces are not two letters; share of their height. */
const SPLIT_WIDTH_MIN = 0.5
const TEXT_LETTERS_MIN = 2
const SPLIT_CHANCE = Math.log(0.3)
/** Of the ways to cut a piece in two so many are followed. */
const CUTS_MAX = 2
/** Pieces wider than letters of their line usually are by this much may be two that look like one. */
const WIDE = 1.25

/**
 * Finds words in capitals and looks at each letter by itself. Captions are islands of ink, and which marks a letter has is seen
 * better in the letter than by a reader of whole lines, who loses them in heavy narrow typefaces.
 * @param letterHeight the usual one, in pixels of the ink
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

/** How many letters stand in words of at least two that are letters for certain. */
export function countLetters({ words }: CapitalPage): number {
  const lengths = words.filter(isClear).map(({ slots }) => lettersOf(slots).length)
  return lengths.filter((length) => length > 1).reduce((sum, length) => sum + length, 0)
}

/**
 * Whether an ink holds the outlines of another's letters and nothing else: there is no sense in reading it as well.
 * Only clear capitals count, so what is not seen to be read already is read.
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
 * Both the free space and that between the letters' boxes must be more than usual: leaning letters have little of the latter, AV
 * much of the former.
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
  // Where hardly anything is a letter, nothing is two of them.
  const isText = [...chances.values()].filter((one) => !isOther(one)).length >= TEXT_LETTERS_MIN
  const wide = median(line.capitals.map(({ left, right }) => right - left + 1)) * WIDE
  const toSlot = (one: Capital): Slot => {
    const own = chances.get(one) ?? classify(trainedNet(), one.features)
    const mayBeTwo = isText && (isOther(own) || one.right - one.left + 1 > wide)
    return { ...boxOf([one], ink), gap: one.gap / line.height, ways: waysOf(own, mayBeTwo ? judgeHalves(one) : []) }
  }
  return partWords(line).map((capitals) => toWord(capitals.map(toSlot), boxOf(capitals, ink)))
}

/** A piece that is no letter and not two is a stain; it may be a letter after all where other readers say so. */
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

/** The two letters that one piece may be, by the likeliest cuts. */
function judgeHalves({ left, right, top, bottom, split }: Capital): Chances[][] {
  if (right - left < (bottom - top) * SPLIT_WIDTH_MIN) return []
  const pairs = split()
    .map((halves) => halves.map((half) => classify(trainedNet(), half)))
    .filter((pair) => pair.every((half) => !isOther(half) && surest(half) > SPLIT_CHANCE))
  const worth = (pair: Chances[]) => pair.reduce((sum, half) => sum + surest(half), 0)
  return pairs.toSorted((a, b) => worth(b) - worth(a)).slice(0, CUTS_MAX)
}
