import { type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import type { KnownTexts } from '#contract/templates/templates.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { isStopWord } from '../../search/query/stop-words.ts'
import { type KnownTemplate, nameKey, namesOf } from './pack-format.ts'

/** Shorter names, such as “not bad”, are also words of other pictures. */
const CLEAR_NAME_CHARS = 12
const OTHER_NAMES_MAX = 6
/** Minimum share of a search's words, weighted by rarity, in the names and texts of a template. */
const DESCRIBED_SHARE = 0.7
const DESCRIBED_MAX = 5
const STEM_CHARS = 4

/** The known templates in memory, for lookups by name and by description. */
export class KnownTemplates {
  readonly #byId: Map<string, KnownTemplate>
  readonly #byName = new Map<string, KnownTemplate>()
  readonly #wordsOf = new Map<string, Set<string>>()
  readonly #frequency = new Map<string, number>()

  constructor(templates: readonly KnownTemplate[]) {
    this.#byId = new Map(templates.map((template) => [template.id, template]))
    for (const template of templates) {
      for (const name of namesOf(template)) this.#byName.set(nameKey(name), template)
      const texts = Object.values(template.texts).flatMap(({ shows, origin }) => [shows, origin])
      const words = new Set([...namesOf(template), ...texts].flatMap(stemsOf))
      this.#wordsOf.set(template.id, words)
      for (const word of words) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1)
    }
  }

  /**
   * Returns the texts of the template with exactly this name, in a language, otherwise in the reference language.
   * @param isGiven a moderator gave the name; memes may agree on a short one, such as “not bad”, and show something else
   */
  textsOf(name: string, isGiven: boolean, language: Language): KnownTexts | undefined {
    const key = nameKey(name)
    const template = isGiven || isClear(name) ? this.#byName.get(key) : undefined
    const texts = template && (template.texts[language] ?? template.texts[REFERENCE_LANGUAGE])
    if (!template || !texts) return undefined
    const { shows, origin } = texts
    const others = new Map(namesOf(template).map((other) => [nameKey(other), other]))
    others.delete(key)
    return { names: [...others.values().take(OTHER_NAMES_MAX)], shows, origin }
  }

  /** Returns the clear names of each template that a search names or describes, best first, at most five templates. */
  described(search: string): string[][] {
    const exact = this.#byName.get(nameKey(search))?.id
    const words = [...new Set(stemsOf(search))]
    const others = words.length > 1 ? this.#describedBy(words).filter((id) => id !== exact) : []
    const best = (exact ? [exact, ...others] : others).slice(0, DESCRIBED_MAX)
    return best.flatMap((id) => {
      const template = this.#byId.get(id)
      return template ? [namesOf(template).filter(isClear)] : []
    })
  }

  /** Returns the ids of the templates with enough of the words, best first. */
  #describedBy(words: readonly string[]): string[] {
    const rarities = words.map((word) => ({ word, rarity: this.#rarity(word) }))
    const total = rarities.reduce((sum, { rarity }) => sum + rarity, 0)
    return [...this.#wordsOf]
      .map(([id, own]) => ({
        id,
        share: rarities.reduce((sum, { word, rarity }) => sum + (own.has(word) ? rarity : 0), 0) / total,
      }))
      .filter(({ share }) => share >= DESCRIBED_SHARE)
      .toSorted((a, b) => b.share - a.share)
      .map(({ id }) => id)
  }

  /** Unknown words weigh as much as the rarest ones. */
  #rarity = (word: string) => Math.log(1 + this.#byId.size / (this.#frequency.get(word) ?? 1))
}

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
