import { fold } from '#contract/words.ts'

/** A word and what is left of it with one letter out; for finding words that are one letter off. */
export function deletesOf(word: string): string[] {
  const letters = [...word]
  const shorter = letters.length < 3 ? [] : letters.map((_, at) => letters.filter((__, index) => index !== at).join(''))
  return [...new Set([word, ...shorter])]
}

/** Whether one letter put in, left out, replaced, or two neighbours swapped make one word of the other. */
export function isOneOff(a: string, b: string): boolean {
  const [short, long] = [...a].length <= [...b].length ? [[...a], [...b]] : [[...b], [...a]]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = (letters: string[], from: number) => letters.slice(from).join('')
  if (long.length > short.length) return rest(short, at) === rest(long, at + 1)
  const isReplaced = rest(short, at + 1) === rest(long, at + 1)
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2)
  return isReplaced || isSwapped
}

const ENGLISH =
  'a an and are as at be but by for from had has have he her his i if in is it its me my not of on or our she so that the their them they this to was we were what when which who will with you your'
const VIETNAMESE =
  'là và của thì mà các những một cho với ở này đó khi được bị đã đang sẽ cũng như vì nên lại ra vào rất'

/** Words that say little: they may be missing from a match. Vietnamese ones typed without their marks count as well. */
const STOP_WORDS = new Set([...ENGLISH.split(' '), ...VIETNAMESE.split(' '), ...VIETNAMESE.split(' ').map(fold)])

export const isStopWord = (word: string) => STOP_WORDS.has(word)
