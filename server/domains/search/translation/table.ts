import { fold } from '#contract/words.ts'
import { inflections } from './inflections.ts'
import { EMOJI, type Lexicon, parseLexicon, readLexiconFiles } from './lexicon.ts'
import { ideasNear, type NearIdea } from './nearest-ideas.ts'

/** A word or phrase that a caption may have instead of a typed one. */
export interface Target {
  /** Empty for the name of an emoji. */
  idea: string
  language: string
  /** Exact words, in lower case. */
  words: readonly string[]
  /** True if the folded words have no other meaning, so that they also match without marks. */
  isClear: boolean
  /** True for a translation of a related idea, and for an emoji that only has the word as a keyword. */
  isIndirect: boolean
}

export interface TranslationTable {
  /** Returns the translations of a word or phrase (exact, lower case); empty if it is unknown or ambiguous. */
  targetsOf: (form: string) => readonly Target[]
  isFiller: (word: string) => boolean
  /** The language of a word or phrase (exact, lower case); undefined if it is unknown or ambiguous. */
  languageOf: (form: string) => string | undefined
  /** Returns the ideas near some words (exact, lower case), nearest first. */
  ideasNear: (words: readonly string[]) => NearIdea[]
  /** Checks if a word or phrase belongs to another idea than the target: `meeting` for `meet`, `buồn ngủ` for `buồn`. */
  isOtherIdea: (form: string, target: Target) => boolean
}

/** Shorter words without marks have too many meanings. */
const UNMARKED_FROM_CHARS = 3

interface Meaning {
  idea: string
  language: string
}

/** Builds the lookups of a lexicon. */
export function buildTable(lexicon: Lexicon): TranslationTable {
  const meanings = new Map<string, Meaning>()
  for (const [language, ideas] of lexicon.ideas)
    for (const [idea, forms] of ideas) for (const form of forms) meanings.set(form, { idea, language })
  const loose = looseForms(meanings, lexicon)
  const meaningOf = (form: string) => meanings.get(form) ?? loose.get(form)
  const namesOf = emojiNames(lexicon)
  const isClear = (form: string, idea: string) => {
    const folded = fold(form)
    return folded === form || (!meanings.has(folded) && loose.get(folded)?.idea === idea)
  }
  const targetOf = (language: string, form: string, idea: string, isIndirect: boolean): Target => ({
    idea,
    language,
    words: form.split(' '),
    isClear: isClear(form, idea),
    isIndirect,
  })
  const targetsOfIdea = ({ idea, language: own }: Meaning, isIndirect: boolean) =>
    [...lexicon.ideas].flatMap(([language, ideas]) =>
      language === own ? [] : (ideas.get(idea) ?? []).map((form) => targetOf(language, form, idea, isIndirect)),
    )

  return {
    targetsOf(form) {
      const meaning = meaningOf(form)
      const found = new Map<string, Target>()
      const add = (target: Target) => {
        const key = target.words.join(' ')
        if (key !== form && !found.has(key)) found.set(key, target)
      }
      if (meaning) {
        for (const target of targetsOfIdea(meaning, false)) add(target)
        for (const idea of lexicon.related.get(meaning.idea) ?? [])
          for (const target of targetsOfIdea({ ...meaning, idea }, true)) add(target)
      }
      for (const { language, name, isKeyword } of namesOf(form, meaning === undefined))
        add(targetOf(language, name, '', isKeyword))
      return [...found.values()]
    },
    ideasNear: ideasNear(lexicon, (form) => meaningOf(form)?.idea),
    isFiller: (word) => lexicon.fillers.has(word),
    languageOf: (form) => meaningOf(form)?.language,
    isOtherIdea: (form, { idea }) => {
      const other = meaningOf(form)
      return other !== undefined && idea !== '' && other.idea !== idea
    },
  }
}

/** Words without marks and inflected English words, with their meaning. Those with several meanings are left out. */
function looseForms(meanings: ReadonlyMap<string, Meaning>, { leftOut }: Lexicon): Map<string, Meaning> {
  const loose = new Map<string, Meaning | undefined>()
  const add = (form: string, meaning: Meaning) => {
    if (meanings.has(form) || leftOut.has(form)) return
    const other = loose.get(form)
    loose.set(form, loose.has(form) && other?.idea !== meaning.idea ? undefined : meaning)
  }
  for (const [form, meaning] of meanings) {
    const folded = fold(form)
    if (folded !== form && folded.length >= UNMARKED_FROM_CHARS) add(folded, meaning)
    if (meaning.language !== 'en') continue
    const words = form.split(' ')
    for (const [at, word] of words.entries())
      for (const inflected of inflections(word).slice(1)) add(words.toSpliced(at, 1, inflected).join(' '), meaning)
  }
  return new Map([...loose].filter((entry): entry is [string, Meaning] => entry[1] !== undefined))
}

/**
 * Returns a lookup. For an emoji, it returns the usual names; for a name or keyword, the emoji. With `isNamed`, it adds the names of
 * these emoji in the other languages.
 */
function emojiNames({ emojiNames: all }: Lexicon) {
  const emojiOf = new Map<string, { language: string; emoji: string; isName: boolean }[]>()
  for (const [language, names] of all)
    for (const [emoji, { name, keywords }] of names)
      for (const form of [name, ...keywords].filter(Boolean)) {
        const known = emojiOf.get(form)
        const found = { language, emoji, isName: form === name }
        if (known) known.push(found)
        else emojiOf.set(form, [found])
      }
  const namesIn = (emoji: string, except: string) =>
    [...all].flatMap(([language, names]) => {
      const { name = '' } = names.get(emoji) ?? {}
      return name === '' || language === except ? [] : [{ language, name, isKeyword: false }]
    })
  return (form: string, isNamed: boolean): { language: string; name: string; isKeyword: boolean }[] => [
    ...namesIn(form, EMOJI),
    ...(emojiOf.get(form) ?? []).flatMap(({ language, emoji, isName }) => [
      ...(isNamed && isName ? namesIn(emoji, language) : []),
      { language: EMOJI, name: emoji, isKeyword: !isName },
    ]),
  ]
}

let shipped: TranslationTable | undefined

/** The table of the shipped lexicon, built on first use. */
export function shippedTable(): TranslationTable {
  shipped ??= buildTable(parseLexicon(readLexiconFiles()))
  return shipped
}
