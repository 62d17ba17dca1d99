import type { FoundMeme, MatchKind } from '#contract/memes/search.ts'
import { fold } from '#contract/words.ts'
import { decodeAlternatives, type OcrAlternatives } from './indexing/ocr-alternatives.ts'
import { lacksMarks } from './lacks-marks.ts'
import { type QueryWord, type SearchQuery, type VariantKind, withAllMarks } from './query/query.ts'

/**
 * A meme's score is its band plus a fraction below 1. It depends only on the query and the meme, so pages by (score, id) neither
 * repeat nor skip memes while new ones arrive.
 */
export const BANDS = {
  /** All words of the query: as typed, folded, by stem, or one letter off. */
  allWords: 4,
  /** All words of the query, some of them in another language. */
  translation: 3,
  /** Made from a well-known template that the query names or describes. */
  template: 2,
  /** Looks like one of the best matches, so that unnamed pictures of a template rank above partial matches. */
  looksAlike: 1,
  /** Some of the words of the query. */
  someWords: 0,
} as const

/** Returns the match kind for a score's band. The lookalike band also holds matches by meaning, which score lower. */
export function matchKindOf({ score, matched }: Pick<FoundMeme, 'score' | 'matched'>): MatchKind {
  if (score >= BANDS.allWords) return 'allWords'
  if (score >= BANDS.translation) return 'translation'
  if (score >= BANDS.template) return 'template'
  if (score < BANDS.looksAlike) return 'someWords'
  return matched.includes('visual') ? 'lookalike' : 'meaning'
}

/** Score bands of similar memes. */
export const SIMILAR_BANDS = { template: 3, words: 2, taste: 1 } as const

/** Number of best memes stored per tag: several pages, so that users who have seen some still get results. */
export const TOP_MEMES_PER_TAG = 100

/**
 * Minimum likeness of two pictures of one template. Measured: among thousands of other pictures the nearest is almost always
 * below 0.7; other captions and 10 % crops are almost always above 0.75.
 */
export const TEMPLATE_LIKENESS_FLOOR = 0.76

/** Results from the operator's model rank below lookalikes in the second band. */
export const MEANING_SCORE_SHARE = TEMPLATE_LIKENESS_FLOOR - 0.01

/** Weights of the fraction; they sum to 1. */
export const PARTS = {
  /** Closeness to the typed words. It has the largest weight, so that misspelled matches never rank above exact ones. */
  nearness: 0.36,
  /** Match of the tone marks with the typed ones, see MARKS: `mèo` before `mẹo`, in any field. */
  marks: 0.3,
  /** Order of the words, compared with the typed order. */
  order: 0.12,
  /** Field of the match: names are reliable, while captions come from OCR. */
  field: 0.12,
  /** Share of the field that the query covers: a short name equal to the query is a better match. For pictures, see READ. */
  fullness: 0.06,
  /** Stop words of the query that also occur. */
  stopWords: 0.04,
} as const

/**
 * Scores of a word's marks for a query with marks. Missing or extra marks beat different ones: people omit marks and OCR drops
 * them, while `mẹo` and `mèo` are different words. DOUBT is the maximum loss of the same marks where OCR was uncertain.
 */
const MARKS = { same: 1, none: 0.75, fewer: 0.2, other: 0 } as const
const DOUBT = 0.2

/** Closeness of each kind of variant. */
const NEARNESS: Record<VariantKind, number> = { same: 1, stem: 0.9, beginning: 0.7, misspelt: 0.5 }

/**
 * Maximum closeness of a word with different marks. Without it, one wrong word of four would cost less than OCR noise between the
 * words.
 */
const OTHER_WORD = 0.6
/** Closeness of an alternative without probability. */
const UNSURE_WORD = 0.8

/** Ignore alternatives less likely than this. */
const CHANCE_FLOOR = 0.0005

/** The fields in stored order, with the worth of a match in each. */
export const FIELDS = [
  { matched: 'name', worth: 1 },
  { matched: 'description', worth: 0.6 },
  { matched: 'tag', worth: 0.9 },
  // Alt text, written by a person.
  { matched: 'description', worth: 0.6 },
  { matched: 'imageText', worth: 0.8 },
] as const satisfies { matched: FoundMeme['matched'][number]; worth: number }[]

export const IN_PICTURE = FIELDS.findIndex(({ matched }) => matched === 'imageText')
/** Weights of fullness in pictures: the covered share, and the query as typed. Low, since OCR noise adds words. */
const READ = { fullness: 0.33, asTyped: 0.17 } as const
/** Maximum number of words between two consecutive words in a picture. Allows for OCR noise and layout. */
const READ_BETWEEN_MAX = 3

/**
 * A meme's words: five fields, one per line, with words separated by single spaces. The exact and the folded text have matching
 * positions. The exact text has a sixth line with OCR alternatives, see ocr-alternatives.ts.
 */
export interface MemeTexts {
  exact: string
  folded: string
}

export interface Scored {
  /** A multiple of 1/SCORE_STEPS; 0 means no match. */
  score: number
  matched: FoundMeme['matched']
  isWhole: boolean
  /** The folded query words that occur, excluding misspelled ones. */
  occurring: string[]
}

/** Scores are whole multiples of 1/SCORE_STEPS: exact in a double, and the bits below are free for the cursor's time. */
export const SCORE_STEPS = 2 ** 20
export const quantizeScore = (score: number) => Math.floor(score * SCORE_STEPS) / SCORE_STEPS
/** Returns the score of a share from 0 to 1 within a band. */
export const scoreWithin = (band: number, share: number) => quantizeScore(band + share * 0.999)

interface WordMatch {
  nearness: number
  field: number
  at: number
  /** One of MARKS. */
  marks: number
}

/** A meme's words by field and position, and the OCR alternatives of those in its picture. */
interface MemeWords {
  exact: string[][]
  folded: string[][]
  alternatives: ReadonlyMap<number, OcrAlternatives>
}

const NO_MATCH: Scored = { score: 0, matched: [], isWhole: false, occurring: [] }
const NO_ALTERNATIVES: MemeWords['alternatives'] = new Map()

/** Returns the function that scores memes by their words. */
export function textScorer(typed: SearchQuery): (texts: MemeTexts) => Scored {
  const query = withAllMarks(typed)
  const required = query.words.filter((word) => !word.isOptional)
  const optional = query.words.filter((word) => word.isOptional)
  const sorted = { ...query, required, optional }
  return (texts) => scoreTexts(sorted, texts)
}

/** A query with its words by kind. */
interface SortedQuery extends SearchQuery {
  required: QueryWord[]
  optional: QueryWord[]
}

function scoreTexts(query: SortedQuery, texts: MemeTexts): Scored {
  const lines = texts.exact.split('\n')
  const folded = texts.folded.split('\n', FIELDS.length).map((line) => line.split(' '))
  const exact = texts.exact === texts.folded ? folded : lines.slice(0, FIELDS.length).map((line) => line.split(' '))
  if (!query.phrases.every((phrase) => hasPhrase(exact, folded, phrase))) return NO_MATCH
  const meme = { exact, folded, alternatives: alternativesIn(lines[FIELDS.length], query, folded) }
  const matches = query.required.map((word) => matchWord(word, meme))
  const found = matches.filter((match) => match !== undefined)
  if (found.length === 0) return NO_MATCH
  const isWhole = found.length === query.required.length
  const share = shareOf(query, matches, found, meme)
  const score = scoreWithin(isWhole ? BANDS.allWords : BANDS.someWords, share)
  const matched = [...new Set(found.flatMap(({ field }) => FIELDS[field]?.matched ?? []))]
  const occurring = query.required
    .filter((_, at) => (matches[at]?.nearness ?? 0) > NEARNESS.misspelt)
    .map((word) => word.folded)
  return { score, matched, isWhole, occurring }
}

/** If no marks were typed and all words match, alternatives change nothing, and decoding them is slower than scoring. */
function alternativesIn(line = '', { words }: SearchQuery, folded: string[][]): MemeWords['alternatives'] {
  if (line === '') return NO_ALTERNATIVES
  const isPlain = words.every((word) => !word.isMarked && folded.some((one) => one.includes(word.folded)))
  return isPlain ? NO_ALTERNATIVES : decodeAlternatives(line)
}

function shareOf(query: SortedQuery, matches: (WordMatch | undefined)[], found: WordMatch[], meme: MemeWords): number {
  const { required, optional } = query
  const hasMarks = required.some(({ isMarked }) => isMarked)
  const marks = matches.map((match) => match?.marks ?? MARKS.other)
  // A stop word with different marks is a different word.
  const present = optional
    .map((word) => matchWord(word, meme))
    .map((match) => (match ? (hasMarks ? match.marks : 1) : 0))
  const best = found.reduce((one, other) => (fieldWorth(other) > fieldWorth(one) ? other : one))
  const length = meme.folded[best.field]?.length ?? 1
  const coverage = Math.min(1, found.filter(({ field }) => field === best.field).length / length)
  return (
    PARTS.nearness * (sum(found.map(({ nearness }) => nearness)) / required.length) +
    PARTS.marks * (hasMarks ? sum(marks) / marks.length : 1) +
    PARTS.order * orderOf(matches) +
    PARTS.field * (sum(found.map(fieldWorth)) / required.length) +
    PARTS.fullness * (best.field === IN_PICTURE ? readFullness(query, meme, coverage) : coverage) +
    PARTS.stopWords * (optional.length === 0 ? 1 : sum(present) / optional.length)
  )
}

function readFullness({ typed, words }: SearchQuery, { exact, folded }: MemeWords, coverage: number): number {
  const line = (words.some(({ isMarked }) => isMarked) ? exact : folded)[IN_PICTURE] ?? []
  return READ.fullness * coverage + READ.asTyped * Number(` ${line.join(' ')} `.includes(` ${typed} `))
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const fieldWorth = (match: WordMatch) => FIELDS[match.field]?.worth ?? 0

/** Returns the best match of a word: by marks, then closeness, then field. */
function matchWord(word: QueryWord, { exact, folded, alternatives }: MemeWords): WordMatch | undefined {
  let best: WordMatch | undefined
  let bestWorth = 0
  for (const [field, line] of folded.entries()) {
    for (const [at, candidate] of line.entries()) {
      const alternative = field === IN_PICTURE ? alternatives.get(at) : undefined
      const fit = fitOf(word, exact[field]?.[at] ?? candidate, candidate, alternative)
      if (!fit) continue
      const worth = fit.nearness + (word.isMarked ? fit.marks : 0) + (FIELDS[field]?.worth ?? 0) / 10
      if (worth <= bestWorth) continue
      bestWorth = worth
      best = { ...fit, field, at }
    }
  }
  return best
}

type Fit = Pick<WordMatch, 'nearness' | 'marks'>

/** Rates how well a query word matches one position. */
function fitOf(
  word: QueryWord,
  exact: string,
  folded: string,
  alternative: OcrAlternatives | undefined,
): Fit | undefined {
  const kind = word.variants.get(folded)
  const read = kind && fitOfRead(word, kind, exact, folded, alternative)
  const other = alternative?.others.find((one) => isTyped(word, one.exact))
  if (!other) return read
  const marks = likely(other.chance)
  const nearness = UNSURE_WORD + (NEARNESS.same - UNSURE_WORD) * marks
  return read && read.nearness + read.marks >= nearness + marks ? read : { nearness, marks }
}

/**
 * Returns true if an alternative is the query word. Folding a syllable preserves its length, so the length check avoids folding every
 * alternative of hundreds of memes.
 */
const isTyped = (word: QueryWord, other: string) =>
  word.isMarked ? other === word.exact : other.length === word.folded.length && fold(other) === word.folded

function fitOfRead(
  word: QueryWord,
  kind: VariantKind,
  exact: string,
  folded: string,
  alternative: OcrAlternatives | undefined,
): Fit {
  // A word with a different letter is no evidence of its marks.
  const marks = kind === 'misspelt' ? MARKS.none : marksOf(word, exact, folded, alternative)
  const nearness =
    word.isMarked && marks < MARKS.none && kind !== 'misspelt' ? Math.min(NEARNESS[kind], OTHER_WORD) : NEARNESS[kind]
  return { nearness, marks }
}

function marksOf(word: QueryWord, exact: string, folded: string, alternative: OcrAlternatives | undefined): number {
  if (exact === word.exact) return MARKS.same - DOUBT * (1 - likely(alternative?.own ?? 1))
  if (!word.isMarked || (exact === folded && !alternative?.isSpelt)) return MARKS.none
  return lacksMarks(exact, word.exact) ? MARKS.fewer : MARKS.other
}

/**
 * Converts the probability of an alternative to a value from 0 to 1. It is logarithmic, so that values add up as probabilities
 * multiply.
 */
const likely = (chance: number) => Math.max(0, 1 - Math.log(Math.max(chance, 1e-9)) / Math.log(CHANCE_FLOOR))

/** Share of neighboring query words that follow each other in one field, in the typed order. */
function orderOf(matches: (WordMatch | undefined)[]): number {
  if (matches.length < 2) return 1
  const pairs = matches.slice(1).filter((match, index) => {
    const before = matches[index]
    if (match === undefined || before === undefined || match.field !== before.field) return false
    const between = match.at - before.at - 1
    return between >= 0 && between <= (match.field === IN_PICTURE ? READ_BETWEEN_MAX : 0)
  })
  return pairs.length / (matches.length - 1)
}

function hasPhrase(exact: string[][], folded: string[][], phrase: string[]): boolean {
  return exact.some((line, field) =>
    line.some((_, at) =>
      phrase.every((word, step) => exact[field]?.[at + step] === word || folded[field]?.[at + step] === word),
    ),
  )
}
