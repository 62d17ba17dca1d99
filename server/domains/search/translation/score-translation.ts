import type { FoundMeme } from '#contract/memes/search.ts'
import { fold } from '#contract/words.ts'
import { decodeAlternatives, type OcrAlternatives } from '../indexing/ocr-alternatives.ts'
import { BANDS, FIELDS, IN_PICTURE, type MemeTexts, scoreWithin } from '../rules.ts'
import { inflections } from './inflections.ts'
import { PHRASE_WORDS_MAX } from './lexicon.ts'
import type { Target, TranslationTable } from './table.ts'
import { type Part, typedText } from './translate.ts'

export interface ScoredTranslation {
  /** 0 means no match. */
  score: number
  matched: FoundMeme['matched']
  /** The typed text that matched by its translation. */
  from: string
  /** The folded words of the matches. */
  words: string[]
}

/** Closeness of a word in a caption to a word of a translation. */
const CLOSENESS = { same: 1, inflected: 0.9, unmarked: 0.8 } as const
const RELATED = 0.6
/** Weights of the fraction; they sum to 1. */
const PARTS = { closeness: 0.7, field: 0.3 } as const

const NO_MATCH: ScoredTranslation = { score: 0, matched: [], from: '', words: [] }

interface Match {
  closeness: number
  field: number
  words: string[]
  isTranslated: boolean
}

interface Field {
  exact: string[]
  folded: string[]
  alternatives: ReadonlyMap<number, OcrAlternatives>
}

/**
 * Returns the function that scores a meme by the translations of a query: each part must occur as typed or translated, and one of
 * them translated.
 */
export function translationScorer(
  parts: readonly Part[],
  table: TranslationTable,
): (texts: MemeTexts) => ScoredTranslation {
  const sought = parts.map((part) => ({ ...part, targets: part.targets.map(seek) }))
  return (texts) => scoreTranslation(sought, texts, table)
}

/** A target with the forms of its words. */
interface SoughtTarget extends Target {
  folded: readonly string[]
  inflected: readonly ReadonlySet<string>[]
}
type SoughtPart = Omit<Part, 'targets'> & { targets: readonly SoughtTarget[] }

const seek = (target: Target): SoughtTarget => ({
  ...target,
  folded: target.words.map(fold),
  inflected: target.words.map((word) => new Set(target.language === 'en' ? inflections(word) : [])),
})

function scoreTranslation(parts: readonly SoughtPart[], texts: MemeTexts, table: TranslationTable): ScoredTranslation {
  const lines = texts.exact.split('\n')
  const folded = texts.folded.split('\n')
  const alternatives = decodeAlternatives(lines[FIELDS.length] ?? '')
  const fields = FIELDS.map((_, at): Field => {
    const split = (line = '') => line.split(' ')
    return { exact: split(lines[at]), folded: split(folded[at]), alternatives: at === IN_PICTURE ? alternatives : NONE }
  })
  const matches: Match[] = []
  for (const part of parts) {
    const match = bestOf(part, fields, table)
    if (!match) return NO_MATCH
    matches.push(match)
  }
  if (!matches.some(({ isTranslated }) => isTranslated)) return NO_MATCH
  const mean = (partOf: (match: Match) => number) =>
    matches.reduce((total, match) => total + partOf(match), 0) / matches.length
  const share =
    PARTS.closeness * mean(({ closeness }) => closeness) + PARTS.field * mean(({ field }) => FIELDS[field]?.worth ?? 0)
  return {
    score: scoreWithin(BANDS.translation, share),
    matched: [...new Set(matches.flatMap(({ field }) => FIELDS[field]?.matched ?? []))],
    from: parts
      .filter((_, at) => matches[at]?.isTranslated)
      .map(typedText)
      .join(' '),
    words: [...new Set(matches.flatMap(({ words }) => words))],
  }
}

const NONE: ReadonlyMap<number, OcrAlternatives> = new Map()

function bestOf({ typed, targets }: SoughtPart, fields: readonly Field[], table: TranslationTable): Match | undefined {
  let best: Match | undefined
  const take = (match: Match) => {
    if (!best || worthOf(match) > worthOf(best)) best = match
  }
  for (const [field, one] of fields.entries()) {
    const asTyped = typed.every((word) => one.folded.some((folded) => isTyped(word.variants.get(folded))))
    if (asTyped) take({ closeness: 1, field, words: typed.map(({ folded }) => folded), isTranslated: false })
    for (const target of targets) {
      const closeness = closenessIn(target, one, table)
      if (closeness > 0) take({ closeness, field, words: [...target.folded], isTranslated: true })
    }
  }
  return best
}

const isTyped = (kind: string | undefined) => kind === 'same' || kind === 'stem'
const worthOf = ({ closeness, field }: Match) => PARTS.closeness * closeness + PARTS.field * (FIELDS[field]?.worth ?? 0)

/** Returns the best closeness of a translation's words in a row; 0 if they do not occur. */
function closenessIn(target: SoughtTarget, field: Field, table: TranslationTable): number {
  let best = 0
  for (let at = 0; at + target.words.length <= field.folded.length; at += 1) {
    let closeness: number = CLOSENESS.same
    for (let step = 0; step < target.words.length && closeness > best; step += 1)
      closeness = Math.min(closeness, closenessOf(target, step, field, at + step, table))
    if (closeness > best && !isInOtherPhrase(target, field, at, table)) best = closeness
  }
  return target.isIndirect ? best * RELATED : best
}

/** Checks if the words at a position belong to a longer phrase with another meaning: `buồn` in `buồn ngủ`. */
function isInOtherPhrase(target: Target, field: Field, at: number, table: TranslationTable): boolean {
  const { length } = target.words
  for (let from = Math.max(0, at + length - PHRASE_WORDS_MAX); from <= at; from += 1)
    for (let until = at + length; until <= from + PHRASE_WORDS_MAX && until <= field.exact.length; until += 1) {
      const isLonger = until - from > length
      if (isLonger && table.isOtherIdea(field.exact.slice(from, until).join(' '), target)) return true
    }
  return false
}

/** Returns the closeness of a word of a field to one of a translation. */
function closenessOf(target: SoughtTarget, step: number, field: Field, at: number, table: TranslationTable): number {
  const exact = field.exact[at] ?? ''
  const word = target.words[step]
  if (exact === word) return CLOSENESS.same
  const folded = target.folded[step]
  if (folded !== word) {
    const isUnmarked = exact === folded && field.folded[at] === folded
    const isAlternative = field.alternatives.get(at)?.others.some((other) => other.exact === word) ?? false
    return (target.isClear && isUnmarked) || isAlternative ? CLOSENESS.unmarked : 0
  }
  if (!target.inflected[step]?.has(exact)) return 0
  return target.words.length === 1 && table.isOtherIdea(exact, target) ? 0 : CLOSENESS.inflected
}
