import type { TagCount } from '#contract/memes/tags.ts'
import { fold, wordsOf } from '#contract/words.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { isStopWord } from '../search/query/stop-words.ts'
import { shippedTable } from '../search/translation/table.ts'
import { knownTags, shownOf, usedTags } from '../tags/list-tags.ts'

const SUGGESTED_MAX = 8
const PHRASE_WORDS_MAX = 3
/** Shorter folded words are parts of too many others. */
const WORD_MIN_CHARS = 2

/** Order of the reasons for a suggestion. */
const REASONS = { inTexts: 0, ofTemplate: 1, translated: 2 } as const

interface Candidate {
  reason: number
  /** The language of the words; undefined if the lexicon does not have them. */
  language: string | undefined
}

/**
 * Suggests tags for a new meme among those in use that the member sees: tags that occur in its texts, tags of its template, and
 * translations of its words. Tags in another language than the member's are last.
 * @param ofTemplate tags that the template would suggest
 */
export async function suggestTags(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Member,
  { text, ofTemplate }: { text: string; ofTemplate: readonly string[] },
): Promise<TagCount[]> {
  const { all } = await knownTags(deps)
  const names = new Set(all.map(({ tag }) => tag))
  const others = await usedTags(
    deps,
    ofTemplate.filter((tag) => !names.has(tag)),
  )
  const meant = candidatesOf(text, ofTemplate)
  const isForeign = ({ language }: Candidate) => Number(language !== undefined && language !== viewer.language)
  const fitting = [...all, ...others.map((one) => ({ ...one, folded: [fold(one.tag)] }))]
    .flatMap((known) => {
      const candidate =
        meant.get(known.tag) ?? known.folded.map((form) => meant.get(folded(form))).find((one) => one !== undefined)
      return candidate ? [{ ...known, candidate }] : []
    })
    .toSorted(
      (a, b) =>
        isForeign(a.candidate) - isForeign(b.candidate) || a.candidate.reason - b.candidate.reason || b.count - a.count,
    )
  return shownOf(deps.db, viewer, fitting, SUGGESTED_MAX)
}

/** Key for a tag that matches regardless of marks. */
const folded = (tag: string) => `~${tag}`

/** Returns the tags that a meme may have, as written or by their `folded` key. */
function candidatesOf(text: string, ofTemplate: readonly string[]): Map<string, Candidate> {
  const table = shippedTable()
  const found = new Map<string, Candidate>()
  const add = (key: string, reason: keyof typeof REASONS, language: string | undefined) => {
    if (!found.has(key)) found.set(key, { reason: REASONS[reason], language })
  }
  const forms = formsOf(text)
  for (const form of forms) for (const key of keysOf(form)) add(key, 'inTexts', table.languageOf(form))
  for (const tag of ofTemplate) add(tag, 'ofTemplate', table.languageOf(tag))
  for (const form of forms)
    for (const { words, isClear, isIndirect, language } of table.targetsOf(form)) {
      const target = words.join(' ')
      if (!isIndirect) for (const key of isClear ? keysOf(target) : [asTag(target)]) add(key, 'translated', language)
    }
  return found
}

/** Words without marks may mean tags with any marks; words with marks also mean the tag without. */
const keysOf = (form: string): string[] => {
  const plain = asTag(fold(form))
  return plain === asTag(form)
    ? [folded(plain), ...(PLURAL.test(plain) ? [plain.slice(0, -1)] : [`${plain}s`])]
    : [asTag(form), plain]
}

/** An English plural; only tags in use are suggested, so other words do no harm. */
const PLURAL = /^[a-z]{3,}s$/

const asTag = (form: string) => form.replaceAll(' ', '')

/** The words and short phrases of a text, phrases first. */
function formsOf(text: string): string[] {
  const words = wordsOf(text)
  const forms: string[] = []
  for (let length = PHRASE_WORDS_MAX; length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const form = words.slice(at, at + length).join(' ')
      if (form.length >= WORD_MIN_CHARS && !(length === 1 && isStopWord(form))) forms.push(form)
    }
  return forms
}
