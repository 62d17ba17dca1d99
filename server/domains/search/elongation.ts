/** A letter repeated three or more times. */
const ELONGATED = /(\p{L})\1{2,}/gu
/** Vowels that English doubles within a word: `goooood` becomes `good`, but `nooo` becomes `no`. */
const DOUBLED = /[eo]/

/** Shortens an elongated word: `nooooo` becomes `no`, `yesss` `yes`, `goooood` `good`. Returns other words unchanged. */
export function shorten(word: string): string {
  return word.replace(ELONGATED, (run: string, letter: string, at: number) => {
    const isWithin = at > 0 && at + run.length < word.length
    return isWithin && DOUBLED.test(letter) ? letter + letter : letter
  })
}
