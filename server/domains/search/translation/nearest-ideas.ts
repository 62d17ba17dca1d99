import { fold } from '#contract/words.ts'
import { isOneOff } from '#server/platform/one-off.ts'
import { SpellingIndex } from '../spelling-index.ts'
import { EMOJI, type Lexicon } from './lexicon.ts'

/** An idea with its words in each language, emoji left out. */
export interface NearIdea {
  idea: string
  words: ReadonlyMap<string, readonly string[]>
}

/** Ideas to start from: those that the typed words mean or resemble. */
const ANCHORS_MAX = 3
/** Neighbors of an anchor in the file, which lists ideas by topic. */
const NEIGHBORS = 50
const IDEAS_MAX = 100
const ALIKE_FROM_CHARS = 3
/** Minimum share of common pairs of letters. */
const ALIKE_FLOOR = 0.6
/** Maximum difference in length of words that differ by one character, which has up to two units. */
const ONE_OFF_UNITS = 2

/** Returns a lookup of the ideas near some exact words, nearest first: the ideas themselves, related ones, and those of the topic. */
export function ideasNear({ ideas, related }: Lexicon): (words: readonly string[]) => NearIdea[] {
  const languages = [...ideas].filter(([language]) => language !== EMOJI)
  const order = [...new Set(languages.flatMap(([, own]) => [...own.keys()]))]
  const placeOf = new Map(order.map((idea, at) => [idea, at]))
  const byForm = new Map<string, string>()
  for (const [, own] of languages)
    for (const [idea, forms] of own)
      for (const form of forms) for (const one of [form, fold(form)]) if (!byForm.has(one)) byForm.set(one, idea)

  let index: SpellingIndex | undefined
  const spellings = () => {
    index ??= new SpellingIndex(byForm.keys())
    return index
  }

  const anchorsOf = (words: readonly string[]): string[] => {
    const known = words.flatMap((_, from) =>
      words.slice(from).flatMap((__, more) => {
        const phrase = words.slice(from, from + more + 1).join(' ')
        return byForm.get(phrase) ?? byForm.get(fold(phrase)) ?? []
      }),
    )
    if (known.length > 0) return known
    const asked = [...words, words.join(' ')].map(fold).filter((word) => word.length >= ALIKE_FROM_CHARS)
    const likeness = new Map<string, number>()
    for (const word of asked)
      for (const { text, share } of spellings().alike(word)) {
        const mayBeOneOff = share < 1 && Math.abs(text.length - word.length) <= ONE_OFF_UNITS
        const found = mayBeOneOff && isOneOff(word, text) ? 1 : share
        if (found >= ALIKE_FLOOR) likeness.set(text, Math.max(found, likeness.get(text) ?? 0))
      }
    const most = Math.max(...likeness.values())
    return [...byForm].flatMap(([form, idea]) => (likeness.get(form) === most ? [idea] : []))
  }

  return (words) => {
    const anchors = [...new Set(anchorsOf(words))].slice(0, ANCHORS_MAX)
    const linked = anchors.flatMap((idea) => [
      ...(related.get(idea) ?? []),
      ...[...related].flatMap(([from, to]) => (to.includes(idea) ? from : [])),
    ])
    const neighbors = Array.from({ length: NEIGHBORS }, (_, step) => [-step - 1, step + 1])
      .flat()
      .flatMap((step) => anchors.flatMap((idea) => order[(placeOf.get(idea) ?? Number.NaN) + step] ?? []))
    return [...new Set([...anchors, ...linked, ...neighbors])].slice(0, IDEAS_MAX).map((idea) => ({
      idea,
      words: new Map(languages.map(([language, own]) => [language, own.get(idea) ?? []])),
    }))
  }
}
