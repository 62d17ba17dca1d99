import { lengthOf } from '#contract/bounded.ts'
import { fold } from '#contract/words.ts'
import { isOneLetterOff } from '#server/platform/one-letter-off.ts'
import { isStopWord } from '../query/stop-words.ts'
import { SpellingIndex } from '../spelling-index.ts'
import { EMOJI, type Lexicon, PHRASE_WORDS_MAX } from './lexicon.ts'

/** An idea with its words in each language, emoji left out. */
export interface NearIdea {
  /** Empty for the name or a keyword of an emoji. */
  idea: string
  words: ReadonlyMap<string, readonly string[]>
}

/** Ideas to start from: those that the typed words mean or resemble. */
const ANCHORS_MAX = 3
/** Maximum distance of an idea of the same topic, in lines of the file. */
const NEIGHBORS = 50
const IDEAS_MAX = 100
/** Shorter words resemble too many others: `xee` and `bee`. */
const ALIKE_FROM_CHARS = 5
/** Minimum share of common pairs of letters. Below it are other words: `carpet` and `carrot` have 0.57. */
const ALIKE_FLOOR = 0.7
/** Maximum difference in length of words that differ by one character, which has up to two units. */
const ONE_OFF_UNITS = 2

/**
 * Returns a lookup of the ideas near some exact words, nearest first: those that the words mean or else resemble, related ones, and
 * those of the same topic. An emoji without ideas has its name and keywords.
 * @param ideaOf the idea that a word or phrase means
 */
export function ideasNear(
  { ideas, topics, related, emojiNames }: Lexicon,
  ideaOf: (form: string) => string | undefined,
): (words: readonly string[]) => NearIdea[] {
  const languages = [...ideas].filter(([language]) => language !== EMOJI)
  const order = [...new Set(languages.flatMap(([, own]) => [...own.keys()]))]
  const placeOf = new Map(order.map((idea, at) => [idea, at]))
  const formsOf = new Map<string, Set<string>>()
  for (const [, own] of languages)
    for (const [idea, forms] of own)
      for (const form of forms) {
        const folded = fold(form)
        if (!mayResemble(form)) continue
        formsOf.set(folded, (formsOf.get(folded) ?? new Set()).add(idea))
      }

  let index: SpellingIndex | undefined
  const spellings = () => {
    index ??= new SpellingIndex(formsOf.keys())
    return index
  }

  const keywordsOf = (emoji: string) =>
    [...emojiNames].flatMap(([language, names]) => {
      const { name = '', keywords = [] } = names.get(emoji) ?? {}
      return [name, ...keywords].filter(Boolean).map((keyword) => ({ language, keyword }))
    })
  const meant = (form: string): string[] => {
    const own = isStopWord(form) ? undefined : ideaOf(form)
    return [...(own ? [own] : []), ...keywordsOf(form).flatMap(({ keyword }) => ideaOf(keyword) ?? [])]
  }

  const resembled = (form: string): string[] => {
    if (!mayResemble(form)) return []
    const asked = fold(form)
    const alike = spellings()
      .alike(asked)
      .map(({ text, share }) => {
        const mayBeOneOff = share < 1 && Math.abs(text.length - asked.length) <= ONE_OFF_UNITS
        if (mayBeOneOff && isOneLetterOff(asked, text)) return { text, likeness: 1 }
        return { text, likeness: wordsIn(text) === wordsIn(asked) ? share : 0 }
      })
      .filter(({ text, likeness }) => likeness >= ALIKE_FLOOR && text[0] === asked[0])
    const most = Math.max(...alike.map(({ likeness }) => likeness))
    return alike.flatMap(({ text, likeness }) => (likeness === most ? [...(formsOf.get(text) ?? [])] : []))
  }

  return (words) => {
    const known = anchorsIn(words, meant)
    const anchors = [...new Set(known.length > 0 ? known : anchorsIn(words, resembled))].slice(0, ANCHORS_MAX)
    if (anchors.length === 0) {
      const keywords = words.flatMap(keywordsOf).slice(0, IDEAS_MAX)
      return keywords.map(({ language, keyword }) => ({ idea: '', words: new Map([[language, [keyword]]]) }))
    }
    const linked = anchors.flatMap((idea) => [
      ...(related.get(idea) ?? []),
      ...[...related].flatMap(([from, to]) => (to.includes(idea) ? from : [])),
    ])
    const isSameTopic = (idea: string, other: string) => topics.has(idea) && topics.get(idea) === topics.get(other)
    const neighbors = Array.from({ length: NEIGHBORS }, (_, step) => [-step - 1, step + 1])
      .flat()
      .flatMap((step) =>
        anchors.flatMap((idea) => {
          const other = order[(placeOf.get(idea) ?? Number.NaN) + step]
          return other !== undefined && isSameTopic(idea, other) ? other : []
        }),
      )
    return [...new Set([...anchors, ...linked, ...neighbors])].slice(0, IDEAS_MAX).map((idea) => ({
      idea,
      words: new Map(languages.map(([language, own]) => [language, own.get(idea) ?? []])),
    }))
  }
}

/** One Vietnamese syllable is often one letter or mark off another: `thương` and `thưởng`. */
const mayResemble = (form: string) =>
  lengthOf(fold(form)) >= ALIKE_FROM_CHARS && (fold(form) === form || form.includes(' '))

const wordsIn = (form: string) => form.split(' ').length

/** Returns the ideas of the longest phrases, from first to last. */
function anchorsIn(words: readonly string[], ideasOf: (form: string) => readonly string[]): string[] {
  const anchors: string[] = []
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from({ length: Math.min(PHRASE_WORDS_MAX, words.length - at) }, (_, less) => less + 1)
    const length = lengths.findLast((one) => ideasOf(words.slice(at, at + one).join(' ')).length > 0)
    if (length !== undefined) anchors.push(...ideasOf(words.slice(at, at + length).join(' ')))
    at += length ?? 1
  }
  return anchors
}
