import { fold } from './fold.ts'

const SHAPES: Record<string, string[]> = {
  A: ['A', 'Ă', 'Â'],
  E: ['E', 'Ê'],
  I: ['I'],
  O: ['O', 'Ô', 'Ơ'],
  U: ['U', 'Ư'],
  Y: ['Y'],
}
const TONES = ['', '\u0301', '\u0300', '\u0309', '\u0303', '\u0323']

/** The classes of a capital: a letter with its marks, a digit, or something else (the empty string). */
export const CAPITALS: readonly string[] = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((letter) =>
    letter === 'D'
      ? ['D', 'Đ']
      : (SHAPES[letter] ?? [letter]).flatMap((shape) =>
          SHAPES[letter] ? TONES.map((tone) => (shape + tone).normalize('NFC')) : [shape],
        ),
  ),
  ...'0123456789',
  '',
]

/** For each class, the letter without marks, in lower case. */
export const BARE: readonly string[] = CAPITALS.map(fold)
