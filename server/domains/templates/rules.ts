import type { CaptionBox } from '#contract/templates/templates.ts'
import { USUAL_BOXES } from '#contract/templates/usual-boxes.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { isStopWord } from '../search/query/stop-words.ts'

/** Default file names of cameras, phones and people. */
const MEANINGLESS = new Set([
  ...['untitled', 'image', 'img', 'picture', 'photo', 'screenshot', 'meme', 'memes', 'download', 'file', 'new', 'copy'],
  ...[
    'anh',
    'hinh',
    'anh chup',
    'tai',
    'xuong',
    'khong',
    'ten',
    'jpg',
    'jpeg',
    'png',
    'gif',
    'webp',
    'dsc',
    'pxl',
    'fb',
  ],
])
const PHRASE_WORDS_MAX = 6
/** Minimum votes for a phrase to become a name. Below that, the template gets the full name of one meme. */
const VOTES_MIN = 1.3

export interface NamedMeme {
  name: string
  creator: string | null
}

/**
 * Returns the name that a template's memes agree on: the phrase in most of their names, or the longer one in a tie. Without such
 * a phrase, it returns the name of the first meme that has one. The memes of one creator count as their square root, so that no
 * user alone can name a template.
 * @param memes most liked first
 */
export function voteName(memes: readonly NamedMeme[]): string {
  const named = memes.map((meme) => ({ ...meme, words: wordsOf(meme.name) })).filter(({ words }) => hasMeaning(words))
  const votes = new Map<string, { phrase: string; length: number; by: (string | null)[] }>()
  for (const { name, creator, words } of named) {
    const written = name.normalize('NFC').match(/\S+/gu) ?? []
    const isSplitAlike = written.length === words.length
    for (const [key, { from, length }] of phrasesOf(words)) {
      const phrase = (isSplitAlike ? written : words).slice(from, from + length).join(' ')
      const vote = votes.get(key) ?? { phrase: trimmed(phrase), length, by: [] }
      vote.by.push(creator)
      votes.set(key, vote)
    }
  }
  let best = { phrase: named[0]?.name ?? '', worth: 0 }
  for (const { phrase, length, by } of votes.values()) {
    const worth = votesOf(by) + length / 10
    if (isAgreed(by) && worth > best.worth) best = { phrase, worth }
  }
  return best.phrase
}

/** Counts the memes of one creator as their square root. */
function votesOf(creators: readonly (string | null)[]): number {
  const memes = Map.groupBy(creators, (creator) => creator)
  return [...memes.values()].reduce((sum, { length }) => sum + Math.sqrt(length), 0)
}

/** Tests whether the creators of memes, with one entry per meme, have enough votes for a name. */
export const isAgreed = (creators: readonly (string | null)[]): boolean => votesOf(creators) >= VOTES_MIN

const trimmed = (phrase: string) => phrase.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')

const hasMeaning = (words: readonly string[]) =>
  words.some((word) => word.length > 2 && /\p{L}/u.test(word) && !MEANINGLESS.has(fold(word)) && !isStopWord(word))

/** Returns the phrases of a name that could be a template's name, by folded text. */
function phrasesOf(words: readonly string[]): Map<string, { from: number; length: number }> {
  const found = new Map<string, { from: number; length: number }>()
  for (let from = 0; from < words.length; from += 1) {
    for (let length = 1; length <= Math.min(PHRASE_WORDS_MAX, words.length - from); length += 1) {
      const phrase = words.slice(from, from + length)
      if (hasMeaning(phrase)) found.set(phrase.map(fold).join(' '), { from, length })
    }
  }
  return found
}

/** Maximum gap between words of one caption, as a share of a word's height, down and across. */
const GAP_DOWN = 0.9
const GAP_ACROSS = 2.5
/** Minimum share of the read memes that must have a caption there. */
const USUAL_SHARE = 0.34
const OVERLAP_MIN = 0.25
const BOXES_MAX = 8
const SIDE_MIN = 0.08
/** Joining compares the words with each other. */
const WORDS_JOINED_MAX = 200

/**
 * Returns the boxes in which a template's memes have captions, from top to bottom.
 * @param memes the boxes of the words read in each meme
 */
export function captionBoxesOf(memes: readonly (readonly CaptionBox[])[]): CaptionBox[] {
  const read = memes.filter((words) => words.length > 0)
  const groups: { boxes: CaptionBox[]; around: CaptionBox }[] = []
  for (const words of read) {
    for (const box of blocksOf(words)) {
      const group = groups.find(({ around }) => overlap(around, box) >= OVERLAP_MIN)
      if (!group) groups.push({ boxes: [box], around: box })
      else {
        group.boxes.push(box)
        group.around = middle(group.boxes)
      }
    }
  }
  const usual = groups
    .filter(({ boxes }) => boxes.length >= Math.max(1, read.length * USUAL_SHARE))
    .sort((a, b) => b.boxes.length - a.boxes.length)
    .slice(0, BOXES_MAX)
    .map(({ boxes }) => rounded(roomy(outer(boxes))))
  return usual.length === 0 ? [...USUAL_BOXES] : usual.sort((a, b) => a.y - b.y || a.x - b.x)
}

/** Returns the boxes of the captions in one meme, from the boxes of its words. */
export const captionsIn = (words: readonly CaptionBox[]): CaptionBox[] =>
  blocksOf(words.slice(0, WORDS_JOINED_MAX)).map((block) => rounded(roomy(block)))

/** Joins words that are close to each other. */
function blocksOf(words: readonly CaptionBox[]): CaptionBox[] {
  let blocks = [...words]
  for (let merged = true; merged; ) {
    merged = false
    const next: CaptionBox[] = []
    for (const block of blocks) {
      const at = next.findIndex((other) => isNear(other, block, words))
      const other = next[at]
      if (!other) next.push(block)
      else {
        next[at] = union(other, block)
        merged = true
      }
    }
    blocks = next
  }
  return blocks
}

function isNear(a: CaptionBox, b: CaptionBox, words: readonly CaptionBox[]): boolean {
  const height = median(words.map((word) => word.height))
  const down = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height)
  const across = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width)
  return down <= height * GAP_DOWN && across <= height * GAP_ACROSS && (down < 0 || across < 0)
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const spread = (boxes: readonly CaptionBox[], pick: (box: CaptionBox) => number, share: number) =>
  boxes.map(pick).sort((a, b) => a - b)[Math.min(boxes.length - 1, Math.floor(boxes.length * share))] ?? 0

const between = (left: number, top: number, right: number, bottom: number): CaptionBox => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
})
const union = (a: CaptionBox, b: CaptionBox) =>
  between(
    Math.min(a.x, b.x),
    Math.min(a.y, b.y),
    Math.max(a.x + a.width, b.x + b.width),
    Math.max(a.y + a.height, b.y + b.height),
  )
const edges = (boxes: readonly CaptionBox[], low: number, high: number) =>
  between(
    spread(boxes, (box) => box.x, low),
    spread(boxes, (box) => box.y, low),
    spread(boxes, (box) => box.x + box.width, high),
    spread(boxes, (box) => box.y + box.height, high),
  )
const middle = (boxes: readonly CaptionBox[]) => edges(boxes, 0.5, 0.5)
/** Returns the box that fits the captions of most memes; ignores outliers. */
const outer = (boxes: readonly CaptionBox[]) => edges(boxes, 0.1, 0.9)

/** The common area as a share of the smaller box. */
function overlap(a: CaptionBox, b: CaptionBox): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.min(a.width * a.height, b.width * b.height)
}

/** Enlarges a box slightly beyond its words: large enough for text, and inside the picture. */
function roomy({ x, y, width, height }: CaptionBox): CaptionBox {
  const [wide, high] = [Math.max(SIDE_MIN, width * 1.06), Math.max(SIDE_MIN, height * 1.1)]
  const left = Math.max(0, Math.min(1 - wide, x - (wide - width) / 2))
  const top = Math.max(0, Math.min(1 - high, y - (high - height) / 2))
  return between(left, top, Math.min(1, left + wide), Math.min(1, top + high))
}

const round = (value: number) => Math.round(value * 1e4) / 1e4
const rounded = (box: CaptionBox): CaptionBox => ({
  x: round(box.x),
  y: round(box.y),
  width: round(box.width),
  height: round(box.height),
})
