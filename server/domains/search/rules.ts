import type { FoundMeme, MatchKind } from '#contract/search.ts'
import { fold } from '#contract/words.ts'
import { decodeAlternatives, type OcrAlternatives } from './indexing/ocr-alternatives.ts'
import type { QueryWord, SearchQuery, VariantKind } from './query/query.ts'

/**
 * The score of a meme for a query is its band plus a share below 1, both from the query and the meme alone, so that pages
 * by (score, id) neither repeat nor skip while memes are being added.
 */
export const BANDS = {
  /** All words of the query, as typed, folded, by stem or one letter off. */
  allWords: 2,
  /** Looks like one of the best of these: the unnamed pictures of a template come before weak partial matches. */
  looksAlike: 1,
  /** Some of the words. */
  someWords: 0,
} as const

/** The kind of match that a score's band says; the band of looks holds matches by meaning as well, below those. */
export function matchKindOf({ score, matched }: Pick<FoundMeme, 'score' | 'matched'>): MatchKind {
  if (score >= BANDS.allWords) return 'allWords'
  if (score < BANDS.looksAlike) return 'someWords'
  return matched.includes('visual') ? 'lookalike' : 'meaning'
}

/** Bands of memes like one. */
export const SIMILAR_BANDS = { template: 3, words: 2, taste: 1 } as const

/**
 * From here two pictures are taken for one template. Measured: the nearest of thousands of other pictures stay below 0.7 nearly
 * always, other captions and crops of 10 % are above 0.75 nearly always.
 */
export const TEMPLATE_LIKENESS_FLOOR = 0.76

/** Of what an operator's model finds at most so many stand in the second band, below all that looks alike. */
const MEANT_MAX = 20
export const MEANT_SHARE = TEMPLATE_LIKENESS_FLOOR - 0.01

/**
 * The few that stand out of many nearest to a text. What cosine means a match differs from model to model, and every text has
 * a nearest picture; so those count that are nearer to the best than to the rest, whose measure is the last one.
 * @param nearest nearest first
 */
export function standingOut<T extends { likeness: number }>(nearest: readonly T[]): T[] {
  const [best, rest] = [nearest[0]?.likeness ?? 0, nearest.at(-1)?.likeness ?? 0]
  const floor = nearest.length > 1 ? (best + rest) / 2 : 0
  return nearest.filter(({ likeness }) => likeness > 0 && likeness >= floor).slice(0, MEANT_MAX)
}

/** What the share below 1 is made of; the parts sum to 1. */
export const PARTS = {
  /** How near the words are to those typed. The largest: a misspelt match must not pass a true one. */
  nearness: 0.36,
  /** How well the marks fit those typed, see MARKS: `mèo` before `mẹo`, whatever the field. */
  marks: 0.3,
  /** Words that follow each other as they were typed. */
  order: 0.12,
  /** Where the words are: a name is chosen, a caption is read by a machine. */
  field: 0.12,
  /** How much of the field the query says: a short name that is all query is more likely meant. */
  fullness: 0.06,
  /** Stop words that occur as well. */
  stopWords: 0.04,
} as const

/**
 * How well a word's marks fit those typed, in a query that has marks. One that lacks them, or has them where none were typed, is
 * likelier to be meant than one with others: people leave marks out and the reader of pictures reads them away, while `mẹo` is
 * another word than `mèo`. Measured on read captions that differ in one tone: half for none ranks fewer rightly.
 */
const MARKS = { same: 1, none: 0.75, fewer: 0.2, other: 0 } as const

/** How near each kind of variant is to the word typed. */
const NEARNESS: Record<VariantKind, number> = { same: 1, stem: 0.9, beginning: 0.7, misspelt: 0.5 }

/**
 * At most so near is a word with other marks than those typed. By marks alone one other word of four cost less than what the
 * reader of pictures reads into their grain, between the words and beside them.
 */
const OTHER_WORD = 0.8

/** A reading less likely than this is worth nothing: the reader of pictures is never surer. */
const CHANCE_FLOOR = 0.0005

/** The fields in the order in which they are stored, with what a match in each is worth. */
const FIELDS = [
  { matched: 'name', worth: 1 },
  { matched: 'description', worth: 0.6 },
  { matched: 'tag', worth: 0.9 },
  // What a person wrote about the picture.
  { matched: 'description', worth: 0.6 },
  { matched: 'imageText', worth: 0.8 },
] as const satisfies { matched: FoundMeme['matched'][number]; worth: number }[]

const IN_PICTURE = FIELDS.findIndex(({ matched }) => matched === 'imageText')
/** Of words read in pictures: half, since how many there are says more of the picture's grain than of its caption. */
const READ_FULLNESS = 0.5
/** So many words may stand between two that follow each other in a picture: what is read into grain, and another part of it. */
const READ_BETWEEN_MAX = 3

/**
 * A meme's words: five fields, one a line, words parted by single spaces; exact and folded, word for word. The exact ones have a
 * sixth line with the OCR alternatives, see ocr-alternatives.ts.
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
}

/** Scores are whole multiples of 1/SCORE_STEPS: exact in a double, with room below for what a cursor carries. */
export const SCORE_STEPS = 2 ** 20
export const onGrid = (score: number) => Math.floor(score * SCORE_STEPS) / SCORE_STEPS

interface WordMatch {
  nearness: number
  field: number
  at: number
  /** One of MARKS. */
  marks: number
}

/** A meme's words by field and place, and the OCR alternatives of those in its picture. */
interface MemeWords {
  exact: string[][]
  folded: string[][]
  alternatives: Map<number, OcrAlternatives>
}

/** The score of a meme by its words. */
export function scoreTexts(query: SearchQuery, texts: MemeTexts): Scored {
  const lines = texts.exact.split('\n')
  const exact = lines.slice(0, FIELDS.length).map((line) => line.split(' '))
  const folded = texts.folded.split('\n').map((line) => line.split(' '))
  if (!query.phrases.every((phrase) => hasPhrase(exact, folded, phrase)))
    return { score: 0, matched: [], isWhole: false }
  const required = query.words.filter((word) => !word.isOptional)
  // Where no marks were typed, and all words stand there as typed, alternatives change nothing; decoding them takes longer than the score.
  const isPlain = query.words.every((word) => !word.isMarked && folded.some((line) => line.includes(word.folded)))
  const alternatives = decodeAlternatives(isPlain ? '' : (lines[FIELDS.length] ?? ''))
  const matches = required.map((word) => matchWord(word, { exact, folded, alternatives }))
  const found = matches.filter((match) => match !== undefined)
  if (found.length === 0) return { score: 0, matched: [], isWhole: false }
  const isWhole = found.length === required.length
  const share = shareOf(query, required, matches, { exact, folded, alternatives })
  const score = onGrid((isWhole ? BANDS.allWords : BANDS.someWords) + share * 0.999)
  const matched = [...new Set(found.flatMap(({ field }) => FIELDS[field]?.matched ?? []))]
  return { score, matched, isWhole }
}

function shareOf(
  query: SearchQuery,
  required: QueryWord[],
  matches: (WordMatch | undefined)[],
  meme: MemeWords,
): number {
  const found = matches.filter((match) => match !== undefined)
  // Who types marks types all of them: the words without any count as well.
  const hasMarks = required.some(({ isMarked }) => isMarked)
  const marks = matches.map((match) => match?.marks ?? MARKS.other)
  const optional = query.words.filter((word) => word.isOptional)
  // A stop word with other marks is another word.
  const present = optional
    .map((word) => matchWord(word, meme))
    .map((match) => (match ? (hasMarks ? match.marks : 1) : 0))
  const best = found.reduce((one, other) => (fieldWorth(other) > fieldWorth(one) ? other : one))
  const length = meme.folded[best.field]?.length ?? 1
  const said = Math.min(1, found.filter(({ field }) => field === best.field).length / length)
  return (
    PARTS.nearness * (sum(found.map(({ nearness }) => nearness)) / required.length) +
    PARTS.marks * (hasMarks ? sum(marks) / marks.length : 1) +
    PARTS.order * orderOf(matches) +
    PARTS.field * (sum(found.map(fieldWorth)) / required.length) +
    PARTS.fullness * (best.field === IN_PICTURE ? READ_FULLNESS : said) +
    PARTS.stopWords * (optional.length === 0 ? 1 : sum(present) / optional.length)
  )
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const fieldWorth = (match: WordMatch) => FIELDS[match.field]?.worth ?? 0

/** The best place of a word: with its marks, then nearest, then in the worthiest field. */
function matchWord(word: QueryWord, { exact, folded, alternatives }: MemeWords): WordMatch | undefined {
  let best: WordMatch | undefined
  let bestWorth = 0
  folded.forEach((line, field) => {
    line.forEach((candidate, at) => {
      const alternative = field === IN_PICTURE ? alternatives.get(at) : undefined
      const fit = fitOf(word, exact[field]?.[at] ?? candidate, candidate, alternative)
      if (!fit) return
      const worth = fit.nearness + (word.isMarked ? fit.marks : 0) + (FIELDS[field]?.worth ?? 0) / 10
      if (worth <= bestWorth) return
      bestWorth = worth
      best = { ...fit, field, at }
    })
  })
  return best
}

type Fit = Pick<WordMatch, 'nearness' | 'marks'>

/** How well a word that was asked for fits what stands in one place. */
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
  const nearness = OTHER_WORD + (NEARNESS.same - OTHER_WORD) * marks
  return read && read.nearness + read.marks >= nearness + marks ? read : { nearness, marks }
}

/** Folding each reading of hundreds of memes would be felt; folded, a syllable keeps its length. */
const isTyped = (word: QueryWord, other: string) =>
  word.isMarked ? other === word.exact : other.length === word.folded.length && fold(other) === word.folded

function fitOfRead(
  word: QueryWord,
  kind: VariantKind,
  exact: string,
  folded: string,
  alternative: OcrAlternatives | undefined,
): Fit {
  // A word with another letter says nothing of the marks: as likely misread or mistyped as another word.
  const marks = kind === 'misspelt' ? MARKS.none : marksOf(word, exact, folded, alternative)
  const nearness =
    word.isMarked && marks < MARKS.none && kind !== 'misspelt' ? Math.min(NEARNESS[kind], OTHER_WORD) : NEARNESS[kind]
  return { nearness, marks }
}

function marksOf(word: QueryWord, exact: string, folded: string, alternative: OcrAlternatives | undefined): number {
  if (exact === word.exact) return MARKS.same * likely(alternative?.own ?? 1)
  if (!word.isMarked || (exact === folded && !alternative?.isSpelt)) return MARKS.none
  return lacksMarks(exact, word.exact) ? MARKS.fewer : MARKS.other
}

const apart = (word: string) => word.replace(/đ/g, 'd\u0335').normalize('NFD')

/** Whether a word is another with some of its marks left out. */
function lacksMarks(word: string, other: string): boolean {
  const signs = apart(word)
  let at = 0
  for (const sign of apart(other)) if (sign === signs[at]) at += 1
  return at === signs.length
}

/** What a reading with so much of a chance is worth, 0 to 1: by its logarithm, so that the worths of words sum as chances multiply. */
const likely = (chance: number) => Math.max(0, 1 - Math.log(Math.max(chance, 1e-9)) / Math.log(CHANCE_FLOOR))

/** Share of neighbouring query words that follow each other in one field, in the order typed. */
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
