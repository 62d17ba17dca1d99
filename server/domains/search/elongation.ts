/** A letter that is written three times and more. */
const ELONGATED = /(\p{L})\1{2,}/gu
/** Vowels that English writes twice within a word: `goooood` is good, but `nooo` is no. */
const DOUBLED = /[eo]/

/** What an elongated word says: `nooooo` is no, `yesss` yes, `goooood` good. Other words are as they were. */
export function shorten(word: string): string {
  return word.replace(ELONGATED, (run: string, letter: string, at: number) => {
    const isWithin = at > 0 && at + run.length < word.length
    return isWithin && DOUBLED.test(letter) ? letter + letter : letter
  })
}
