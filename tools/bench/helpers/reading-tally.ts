import { fold, wordsOf } from '#contract/words.ts'
import { row } from './report.ts'

/** The counts of one reader on one group of pictures. */
export interface Tally {
  pictures: number
  words: number
  read: number
  right: number
  false: number
  seconds: number
}

export const emptyTally = (): Tally => ({ pictures: 0, words: 0, read: 0, right: 0, false: 0, seconds: 0 })

/** The expected words of a picture, and the time taken to read it. */
export interface Truth {
  /** The words that should be read. */
  text: string
  /** Other words in the picture, which count as correct but need not be read. */
  beside: string
  seconds: number
}

export function countWords(tally: Tally, read: readonly string[], { text, beside, seconds }: Truth): void {
  const words = read.flatMap(wordsOf).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [exact, folded] = [new Set(words), new Set(words.map(fold))]
  const known = new Set(wordsOf(`${text} ${beside}`).map(fold))
  tally.pictures += 1
  tally.seconds += seconds
  tally.false += words.filter((word) => !known.has(fold(word))).length
  for (const word of wordsOf(text)) {
    tally.words += 1
    if (folded.has(fold(word))) tally.read += 1
    if (exact.has(word)) tally.right += 1
  }
}

/**
 * Prints one row per group. Columns per reader: words read, words with correct marks, false words, and CPU seconds per picture.
 */
export function printTallies(tallies: Map<string, Map<string, Tally>>, readers: string[]): void {
  for (const [group, byReader] of tallies) {
    const cells = readers.map((reader) => {
      const { words, read, right, false: wrong, pictures, seconds } = byReader.get(reader) ?? emptyTally()
      const share = (count: number) => (count / Math.max(1, words)).toFixed(3)
      const mean = (sum: number) => (sum / Math.max(1, pictures)).toFixed(2)
      return `${share(read)}, ${share(right)}; ${mean(wrong)}; ${mean(seconds)} s`
    })
    row(['Words read, with the right marks; false; processor', ...readers], [group, ...cells])
  }
  const perMinute = readers.map((reader) => {
    const { pictures, seconds } = tallies.get('all')?.get(reader) ?? emptyTally()
    return ((60 * pictures) / Math.max(seconds, 1e-9)).toFixed(0)
  })
  row(
    ['Words read, with the right marks; false; processor', ...readers],
    ['pictures a minute and processor', ...perMinute],
  )
}
