/** Returns an English word with its regular forms: cat, cats; yell, yelling, yelled; cry, cries, cried, crying; run, running. */
export function inflections(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word]
  const plural = /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
  if (/[^aeiou]y$/.test(word)) {
    const start = word.slice(0, -1)
    return [word, `${start}ies`, `${start}ied`, `${word}ing`]
  }
  if (/ie$/.test(word)) return [word, plural, `${word}d`, `${word.slice(0, -2)}ying`]
  if (/[^eo]e$/.test(word)) return [word, plural, `${word}d`, `${word.slice(0, -1)}ing`]
  const verbs = [`${word}ed`, `${word}ing`]
  if (!/[^aeiou][aeiou][^aeiouwxy]$/.test(word)) return [word, plural, ...verbs]
  // A word of one syllable doubles its last letter. In a longer one that depends on the stress, so both spellings count.
  const doubled = `${word}${word.at(-1)}`
  const isShort = /^[^aeiou]*[aeiou][^aeiou]$/.test(word)
  return [word, plural, ...(isShort ? [] : verbs), `${doubled}ed`, `${doubled}ing`]
}
