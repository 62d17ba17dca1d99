import { lengthOf } from '#contract/bounded.ts'
import { SEARCH_QUERY_MAX_CHARS } from '#contract/limits.ts'
import { fold } from '#contract/words.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { FIELDS, type MemeTexts } from '../rules.ts'
import { shippedTable } from '../translation/table.ts'
import type { Part } from '../translation/translate.ts'
import { findOccurring, findTextsWith } from './correction-queries.ts'
import type { QueryWord, SearchQuery } from './query.ts'
import { replaceWords } from './read-request.ts'
import { isStopWord } from './stop-words.ts'

/** A search with more unknown words is not corrected. */
const WRONG_MAX = 4
const FROM_CHARS = 3
/** Memes to look at per candidate. */
const SAMPLE = 10

interface Candidate {
  word: string
  /** True if only the marks differ from the typed word. */
  isSameFolded: boolean
  /** The word as memes write it. */
  form: string
  /** The memes with most of the other words. */
  best: Sample[]
  together: number
  count: number
}

interface Sample {
  exact: string[]
  folded: string[]
}

/**
 * Corrects misspelled words and wrong marks, by words of memes that the viewer may see. Returns undefined if the typed words
 * occur, no word is near, or the correction is too long for a search.
 * @param parts the parts that have translations; their words are known and stay as typed
 */
export async function didYouMean(
  db: Db,
  viewer: Viewer,
  { typed, query, parts }: { typed: string; query: SearchQuery; parts: readonly Part[] },
): Promise<string | undefined> {
  const known = new Set(parts.flatMap((part) => (part.targets.length > 0 ? part.typed : [])))
  const required = query.words.filter((word) => !word.isOptional)
  const doubtful = required.filter((word) => !known.has(word) && lengthOf(word.folded) >= FROM_CHARS)
  if (doubtful.length === 0) return undefined
  const occurring = await findOccurring(db, viewer, doubtful.map(sought))
  const wrong = doubtful.filter(({ exact }) => !occurring.has(exact))
  if (wrong.length === 0 || wrong.length > WRONG_MAX) return undefined
  const near = new Map(wrong.map((word) => [word, nearOf(word)]))
  const samples = Map.groupBy(
    await findTextsWith(db, viewer, [...new Set([...near.values()].flat())], SAMPLE),
    ({ word }) => word,
  )
  const others = required.filter((word) => !wrong.includes(word))
  const replaced = new Map<string, string>()
  let context: Sample[] = []
  for (const [word, candidates] of near) {
    const chosen = candidates
      .flatMap((candidate) => candidateOf(word, candidate, samples.get(candidate) ?? [], others) ?? [])
      .toSorted(nearestFirst(word, phrasesAt(query, word)))[0]
    if (!chosen) continue
    replaced.set(word.exact, chosen.form)
    if (chosen.together === others.length) context = chosen.best
  }
  if (replaced.size === 0) return undefined
  restoreMarks(required, replaced, context)
  const corrected = replaceWords(typed, (word) => replaced.get(word) ?? word)
  return lengthOf(corrected) > SEARCH_QUERY_MAX_CHARS ? undefined : corrected
}

/** A word as typed. Without typed marks, its stem and its beginning count as the word itself. */
const sought = ({ exact, folded, isMarked, variants }: QueryWord) => ({
  word: exact,
  variants: isMarked ? [folded] : [...variants].filter(([, kind]) => kind !== 'misspelt').map(([word]) => word),
  exact: isMarked ? exact : null,
})

/** The words similar to a typed one, most similar first. The same letters with other marks are the most similar. */
function nearOf({ folded, isMarked, variants }: QueryWord): string[] {
  const misspelt = [...variants].filter(([, kind]) => kind === 'misspelt').map(([word]) => word)
  return isMarked ? [folded, ...misspelt] : misspelt
}

const split = ({ exact, folded }: MemeTexts): Sample => {
  const words = (text: string) => text.split('\n').slice(0, FIELDS.length).join(' ').split(' ')
  return { exact: words(exact), folded: words(folded) }
}

function candidateOf(
  typed: QueryWord,
  word: string,
  texts: readonly MemeTexts[],
  others: readonly QueryWord[],
): Candidate | undefined {
  const isSameFolded = word === typed.folded
  const samples = texts
    .map(split)
    .map((sample) => ({ sample, together: others.filter((other) => sample.folded.includes(other.folded)).length }))
  const together = Math.max(0, ...samples.map((one) => one.together))
  const best = samples.filter((one) => one.together === together).map(({ sample }) => sample)
  const form = usualForm(word, best)
  // A form without marks does not correct one with marks: its writer may have left them out.
  if (form === undefined || (isSameFolded && form === word)) return undefined
  return { word, isSameFolded, form, best, together, count: texts.length }
}

/** Returns the most common writing of a folded word, with marks if any has them. */
function usualForm(word: string, samples: readonly Sample[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { exact, folded } of samples)
    folded.forEach((one, at) => {
      const form = exact[at]
      if (one === word && form !== undefined) counts.set(form, (counts.get(form) ?? 0) + 1)
    })
  const forms = [...counts].toSorted(
    ([a, many], [b, other]) => Number(a === word) - Number(b === word) || other - many || (a < b ? -1 : 1),
  )
  return forms[0]?.[0]
}

const preservesMarks = ({ exact }: QueryWord, { form }: Candidate) => Number(marksIn(form) === marksIn(exact))
const marksIn = (word: string) => word.normalize('NFD').replace(/\P{M}/gu, '')

/** Checks if the lexicon has a form together with the word typed before or after it: `kẹt xe` for `kẹt xee`. */
function phrasesAt({ words }: SearchQuery, typed: QueryWord): (form: string) => boolean {
  const at = words.indexOf(typed)
  const [before, after] = [words[at - 1]?.exact, words[at + 1]?.exact]
  const { languageOf } = shippedTable()
  return (form) =>
    (before !== undefined && languageOf(`${before} ${form}`) !== undefined) ||
    (after !== undefined && languageOf(`${form} ${after}`) !== undefined)
}

/**
 * Words in a phrase of the lexicon first, then those that occur together with the rest of the search; people rarely mistype a first
 * letter, or marks that they type, and rarely search for a stop word.
 */
const nearestFirst = (typed: QueryWord, isInPhrase: (form: string) => boolean) => (a: Candidate, b: Candidate) =>
  Number(isInPhrase(b.form)) - Number(isInPhrase(a.form)) ||
  b.together - a.together ||
  Number(isStopWord(a.form)) - Number(isStopWord(b.form)) ||
  Number(b.isSameFolded) - Number(a.isSameFolded) ||
  Number(b.word[0] === typed.folded[0]) - Number(a.word[0] === typed.folded[0]) ||
  (typed.isMarked ? preservesMarks(typed, b) - preservesMarks(typed, a) : 0) ||
  b.count - a.count ||
  (a.word < b.word ? -1 : 1)

/**
 * If the correction has marks but none were typed, gives the other words the marks that they have beside it. Removes the marks of
 * the correction if no meme has all words, because a search with some marks looks like a mistake.
 */
function restoreMarks(required: readonly QueryWord[], replaced: Map<string, string>, context: readonly Sample[]): void {
  const isMarked = [...replaced.values()].some((form) => fold(form) !== form)
  if (!isMarked || required.some((word) => word.isMarked)) return
  const others = required.filter((word) => !replaced.has(word.exact))
  if (others.length > 0 && context.length === 0) {
    for (const [word, form] of replaced) replaced.set(word, fold(form))
    return
  }
  for (const { exact, folded } of others) {
    const form = usualForm(folded, context)
    if (form !== undefined) replaced.set(exact, form)
  }
}
