import { fold, wordsOf } from '#contract/words.ts'
import { random } from '#reader/samples/draw.ts'
import { isStopWord } from '#server/domains/search/query/stop-words.ts'
import { row } from './report.ts'
import { type Engine, FIRST, type Item } from './search-engines.ts'

const QUERY_WORDS = 3

const next = random('recall')

/** Three different words of a caption, without marks, in the caption's order. */
function threeWords(text: string): string[] {
  const words = [
    ...new Set(
      wordsOf(text)
        .filter((word) => !isStopWord(word) && word.length > 1)
        .map(fold),
    ),
  ]
  while (words.length > QUERY_WORDS) words.splice(Math.floor(next() * words.length), 1)
  return words
}

function withOneWrong(words: string[]): string[] {
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '')
  const at = Math.floor(next() * longest.length)
  const wrong = 'aeionrst'[Math.floor(next() * 8)] === longest[at] ? 'u' : 'aeionrst'[Math.floor(next() * 8)]
  return words.map((word) => (word === longest ? `${word.slice(0, at)}${wrong}${word.slice(at + 1)}` : word))
}

/**
 * Prints the share of pictures found among the first results by three of their words, per engine, language and group.
 * @param asked the text in each item's picture; `groups` it is counted in besides its language
 */
export async function askByWords(
  engines: Record<string, Engine>,
  asked: readonly { text: string; language: string; groups: readonly string[] }[],
  items: readonly Item[],
): Promise<void> {
  const shares = new Map<string, Map<string, number[]>>()
  for (const [index, { text, language, groups }] of asked.entries()) {
    const words = threeWords(text)
    if (words.length < QUERY_WORDS) continue
    const questions = { typed: words.join(' '), 'one letter wrong': withOneWrong(words).join(' ') }
    for (const [kind, question] of Object.entries(questions)) {
      for (const [name, engine] of Object.entries(engines)) {
        const isFound = (await engine(question)).slice(0, FIRST).includes(items[index]?.id ?? '')
        for (const which of [language, 'both', ...groups]) {
          const key = `${which} | ${kind}`
          const byEngine = shares.get(key) ?? new Map<string, number[]>()
          shares.set(key, byEngine.set(name, [...(byEngine.get(name) ?? []), isFound ? 1 : 0]))
        }
      }
    }
  }
  const title = `Among the first ${FIRST} of ${items.length}, by ${QUERY_WORDS} words without marks`
  const share = (found: number[] = []) => (found.reduce((sum, value) => sum + value, 0) / found.length).toFixed(3)
  for (const [key, byEngine] of [...shares].sort()) {
    const names = Object.keys(engines)
    const questions = byEngine.get(names[0] ?? '')?.length ?? 0
    row(
      [title, 'Typed', 'Questions', ...names],
      [...key.split(' | '), questions, ...names.map((name) => share(byEngine.get(name)))],
    )
  }
}
