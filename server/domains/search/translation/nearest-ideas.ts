import { fold } from '#contract/words.ts'
import { isOneOff } from '#server/platform/one-off.ts'
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

/** Returns a lookup of the ideas near some exact words, nearest first: the ideas themselves, related ones, and those of the topic. */
export function ideasNear({ ideas, related }: Lexicon): (words: readonly string[]) => NearIdea[] {
  const languages = [...ideas].filter(([language]) => language !== EMOJI)
  const order = [...new Set(languages.flatMap(([, own]) => [...own.keys()]))]
  const placeOf = new Map(order.map((idea, at) => [idea, at]))
  const byForm = new Map<string, string>()
  for (const [, own] of languages)
    for (const [idea, forms] of own)
      for (const form of forms) for (const one of [form, fold(form)]) if (!byForm.has(one)) byForm.set(one, idea)

  const anchorsOf = (words: readonly string[]): string[] => {
    const known = words.flatMap((_, from) =>
      words.slice(from).flatMap((__, more) => {
        const phrase = words.slice(from, from + more + 1).join(' ')
        return byForm.get(phrase) ?? byForm.get(fold(phrase)) ?? []
      }),
    )
    if (known.length > 0) return known
    const asked = [...words, words.join(' ')].map(fold).filter((word) => word.length >= ALIKE_FROM_CHARS)
    const alike = [...byForm]
      .map(([form, idea]) => ({ idea, likeness: Math.max(0, ...asked.map((word) => likenessOf(word, form))) }))
      .filter(({ likeness }) => likeness >= ALIKE_FLOOR)
      .toSorted((a, b) => b.likeness - a.likeness)
    return alike.filter(({ likeness }) => likeness === alike[0]?.likeness).map(({ idea }) => idea)
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

function likenessOf(a: string, b: string): number {
  if (isOneOff(a, b)) return 1
  return shareOfPairs(a, b)
}

/** Returns the share of common pairs of letters (Dice's coefficient). */
export function shareOfPairs(a: string, b: string): number {
  const [one, other] = [pairsOf(a), pairsOf(b)]
  const common = [...one].filter((pair) => other.has(pair)).length
  return (2 * common) / Math.max(1, one.size + other.size)
}

const pairsOf = (text: string) => {
  const padded = ` ${text} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)))
}
