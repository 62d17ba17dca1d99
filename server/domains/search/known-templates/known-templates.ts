import { createHash } from 'node:crypto'
import { cut } from '#contract/bounded.ts'
import { type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { TAG_MAX_CHARS } from '#contract/limits.ts'
import type { KnownTexts } from '#contract/templates/templates.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { isStopWord } from '../query/stop-words.ts'
import { SpellingIndex } from '../spelling-index.ts'
import { KnownPictures } from './known-pictures.ts'
import { type KnownTemplate, nameKey, namesOf } from './known-template.ts'

/** Shorter names, such as “not bad”, are also words of other pictures. */
const CLEAR_NAME_CHARS = 12
const NAME_WORDS_MAX = 10
/** Maximum number of words of a text in which to find names. */
const TEXT_WORDS_MAX = 60
const OTHER_NAMES_MAX = 6
/** Minimum share of a search's words, weighted by rarity, in the names and texts of a template. */
const DESCRIBED_SHARE = 0.45
const UNKNOWN_WEIGHT = 0.5
const DESCRIBED_WORDS_MIN = 2
const DESCRIBED_MAX = 5
const STEM_CHARS = 4
/** Minimum share of common pairs of letters of a search and a name. */
const SPELLED_SHARE = 0.6

/** The known templates in memory, for lookups by name, picture and description. */
export class KnownTemplates {
  /** Identifies these templates. */
  readonly version: string
  readonly #byId: Map<string, KnownTemplate>
  readonly #byName = new Map<string, string>()
  readonly #byTag = new Map<string, string>()
  readonly #pictures: KnownPictures
  readonly #wordsOf = new Map<string, Set<string>>()
  readonly #frequency = new Map<string, number>()
  #spellings: SpellingIndex | undefined

  constructor(templates: readonly KnownTemplate[]) {
    this.version = createHash('sha256')
      .update(JSON.stringify(templates.map((template) => ({ ...template, vector: template.vector?.join() }))))
      .digest('hex')
      .slice(0, 16)
    this.#byId = new Map(templates.map((template) => [template.id, template]))
    this.#pictures = new KnownPictures(templates.flatMap(({ id, vector }) => (vector ? [{ id, vector }] : [])))
    for (const template of templates) {
      for (const name of namesOf(template)) {
        const key = nameKey(name)
        this.#byName.set(key, template.id)
        if (isClear(name)) this.#byTag.set(tagOf(name), template.id)
      }
      const texts = Object.values(template.texts).flatMap(({ shows, origin }) => [shows, origin])
      const words = new Set([...namesOf(template), ...texts].flatMap(stemsOf))
      this.#wordsOf.set(template.id, words)
      for (const word of words) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1)
    }
  }

  /** Returns the id of the template with exactly this name. */
  named = (name: string): string | undefined => this.#byName.get(nameKey(name))

  /** The same, but ignores short names, which also occur in other texts. */
  clearlyNamed = (name: string): string | undefined => (isClear(name) ? this.named(name) : undefined)

  /** Returns the id of the template that a picture shows. */
  shown = (vector: readonly number[]): string | undefined => this.#pictures.shown(vector)

  /** Returns the ids of the templates with a clear name within these texts, or as one of the tags. */
  namedWithin(texts: readonly string[], tags: readonly string[]): Set<string> {
    const inTags = tags.flatMap((tag) => this.#byTag.get(fold(tag)) ?? [])
    return new Set([...texts.flatMap((text) => this.#namesIn(text)), ...inTags])
  }

  #namesIn(text: string): string[] {
    const words = wordsOf(text).slice(0, TEXT_WORDS_MAX)
    const found: string[] = []
    for (let from = 0; from < words.length; from += 1) {
      for (let until = from + 1; until <= Math.min(words.length, from + NAME_WORDS_MAX); until += 1) {
        const id = this.clearlyNamed(words.slice(from, until).join(' '))
        if (id !== undefined) found.push(id)
      }
    }
    return found
  }

  /** Returns the name in a language, otherwise in the reference language; undefined for an unknown id. */
  nameOf(id: string | null, language: Language): string | undefined {
    const template = this.#byId.get(id ?? '')
    return (language === REFERENCE_LANGUAGE ? undefined : template?.texts[language]?.names[0]) ?? template?.name
  }

  /**
   * Returns the texts in a language, otherwise in the reference language; undefined for an unknown id.
   * @param shown the name on the page, to exclude from the other names
   */
  textsOf(id: string | null, shown: string, language: Language): KnownTexts | undefined {
    const template = this.#byId.get(id ?? '')
    const texts = template && (template.texts[language] ?? template.texts[REFERENCE_LANGUAGE])
    if (!template || !texts) return undefined
    const others = namesOf(template).filter((name) => nameKey(name) !== nameKey(shown))
    return {
      names: others.slice(0, OTHER_NAMES_MAX),
      shows: texts.shows,
      origin: texts.origin,
      tag: cut(tagOf(template.name) || template.id.replaceAll('-', ''), TAG_MAX_CHARS),
    }
  }

  /**
   * Returns the ids of the templates that a search names or describes, at most five: by name, by the beginning of a name, then by
   * description, best first.
   */
  described(search: string): string[] {
    const key = nameKey(search)
    const exact = this.#byName.get(key)
    const words = [...new Set(stemsOf(search))]
    const isLong = words.length > 1
    const begun = isLong ? this.#beginningWith(key) : []
    const others = isLong ? this.#describedBy(words) : []
    return [...new Set([...(exact === undefined ? [] : [exact]), ...begun, ...others])].slice(0, DESCRIBED_MAX)
  }

  /** Returns the ids of the templates with a name that is spelled like a search, nearest first, at most five. */
  spelledLike(search: string): string[] {
    this.#spellings ??= new SpellingIndex(this.#byName.keys())
    const nearest = new Map<string, number>()
    for (const { text, share } of this.#spellings.alike(nameKey(search))) {
      const id = this.#byName.get(text)
      if (id !== undefined && share >= SPELLED_SHARE) nearest.set(id, Math.max(share, nearest.get(id) ?? 0))
    }
    return [...nearest]
      .toSorted(([, a], [, b]) => b - a)
      .map(([id]) => id)
      .slice(0, DESCRIBED_MAX)
  }

  #beginningWith(key: string): string[] {
    const found: string[] = []
    for (const [name, id] of this.#byName) if (name.startsWith(key)) found.push(id)
    return found
  }

  /** Returns the ids of the templates with enough of the words, best first. */
  #describedBy(words: readonly string[]): string[] {
    const rarities = words.map((word) => ({ word, rarity: this.#rarity(word) }))
    const total = rarities.reduce((sum, { rarity }) => sum + rarity, 0)
    const found: { id: string; share: number }[] = []
    for (const [id, own] of this.#wordsOf) {
      let common = 0
      let sum = 0
      for (const { word, rarity } of rarities) {
        if (!own.has(word)) continue
        common += 1
        sum += rarity
      }
      if (common >= DESCRIBED_WORDS_MIN && sum / total >= DESCRIBED_SHARE) found.push({ id, share: sum / total })
    }
    return found.toSorted((a, b) => b.share - a.share).map(({ id }) => id)
  }

  /** A word of no template distinguishes none, so it weighs less than a rare one. */
  #rarity = (word: string) => {
    const frequency = this.#frequency.get(word)
    return Math.log(1 + this.#byId.size / (frequency ?? 1)) * (frequency === undefined ? UNKNOWN_WEIGHT : 1)
  }
}

/** Returns a name as a tag: its words, folded and joined. */
const tagOf = (name: string) => nameKey(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const isClear = (name: string) => nameKey(name).length >= CLEAR_NAME_CHARS

/** The significant words of a text without English endings, so that “looks at” finds “looking at”. */
const stemsOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(fold)
    .map((word) => {
      const stem = word.replace(/(?:ing|ed|es|s)$/u, '')
      return stem.length >= STEM_CHARS ? stem : word
    })
