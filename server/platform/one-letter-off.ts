/** Returns a word and its variants with one letter deleted, for finding words that differ by one letter. */
export function deletionsOf(word: string): string[] {
  const letters = [...word]
  const shorter = letters.length < 3 ? [] : letters.map((_, at) => letters.filter((__, index) => index !== at).join(''))
  return [...new Set([word, ...shorter])]
}

/** Returns true if two words differ by one inserted, deleted or replaced letter, or by two swapped neighbors. */
export function isOneLetterOff(a: string, b: string): boolean {
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
