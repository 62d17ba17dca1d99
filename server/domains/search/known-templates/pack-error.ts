import { type Language, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { type TextKey, type TextValues, textsOf } from '#server/platform/texts/texts.ts'

/** The reason why a pack or an entry of known templates is refused; one sentence in each language. */
export class PackError extends Error {
  override name = 'PackError'
  readonly #key: TextKey<'knownTemplates'>
  readonly #values: TextValues

  constructor(key: TextKey<'knownTemplates'>, values: TextValues) {
    super(textsOf('knownTemplates', REFERENCE_LANGUAGE)(key, values))
    this.#key = key
    this.#values = values
  }

  textIn = (language: Language): string => textsOf('knownTemplates', language)(this.#key, this.#values)
}
