import { fold } from '#contract/words.ts'
import type { PictureWord } from '../queries.ts'

/**
 * Maximum letters that OCR may get wrong in a word, by word length. Short words allow none, since they would turn into other
 * words.
 */
const ERRORS_BY_LENGTH = [
  { from: 9, errors: 2 },
  { from: 5, errors: 1 },
]

/**
 * Corrects the words read in a picture by the captions its creator typed: replaces a word that nearly matches a typed one with
 * the typed one. Leaves out typed words that were not read, so that a search does not match words missing from the picture.
 * Retains words that were read but not typed.
 */
export function trustTyped(read: readonly PictureWord[], typed: readonly { text: string }[]): PictureWord[] {
  const left = typed.map(({ text }) => ({ text, key: keyOf(text) }))
  const takeWhere = (agrees: (key: string) => boolean): string | undefined => {
    const at = left.findIndex(({ key }) => key !== '' && agrees(key))
    return at < 0 ? undefined : left.splice(at, 1)[0]?.text
  }
  // Take exact matches first, so that a misread word cannot use up their typed word.
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

/** Edit distance: the number of letters to change, add or remove. */
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
