import { fold } from '#contract/words.ts'
import type { PictureWord } from '../queries.ts'

/** Letters that a reader may get wrong in a word, by its length; short words would turn into others. */
const ERRORS_BY_LENGTH = [
  { from: 9, errors: 2 },
  { from: 5, errors: 1 },
]

/**
 * The words of a picture whose maker has said what they typed: a word that was read and nearly agrees with a typed one is that
 * one, letter by letter. What was typed but not read is left out, so that nobody is found by words that are not there, and what
 * was read but not typed stays.
 */
export function trustTyped(read: readonly PictureWord[], typed: readonly { text: string }[]): PictureWord[] {
  const left = typed.map(({ text }) => ({ text, key: keyOf(text) }))
  const takeWhere = (agrees: (key: string) => boolean): string | undefined => {
    const at = left.findIndex(({ key }) => key !== '' && agrees(key))
    return at < 0 ? undefined : left.splice(at, 1)[0]?.text
  }
  // Words that agree entirely first, so that a misread one cannot take their place.
  const exact = read.map((word) => takeWhere((key) => readingsOf(word).includes(key)))
  return read.map((word, index) => {
    const text = exact[index] ?? takeWhere((key) => isMisreading(keyOf(word.text), key))
    if (text === undefined) return word
    const { x, y, width, height } = word
    return { text, x, y, width, height, isSpelt: true }
  })
}

const keyOf = (text: string) => fold(text.normalize('NFC').toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '')

const readingsOf = ({ text, others = [] }: PictureWord) => [text, ...others.map((other) => other.text)].map(keyOf)

function isMisreading(read: string, typed: string): boolean {
  const allowed = ERRORS_BY_LENGTH.find(({ from }) => Math.min(read.length, typed.length) >= from)?.errors ?? 0
  if (allowed === 0 || Math.abs(read.length - typed.length) > allowed) return false
  return distance(read, typed) <= allowed
}

/** How many letters must be changed, added or left out. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1
      line.push(Math.min((line[column - 1] ?? 0) + 1, (before[column] ?? 0) + 1, (before[column - 1] ?? 0) + same))
    }
    before = line
  }
  return before.at(-1) ?? 0
}
