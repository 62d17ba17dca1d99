import * as z from 'zod'
import { LANGUAGE_CODE, REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { VISUAL_DIMENSIONS, VISUAL_VERSION } from '#server/domains/search/likeness/descriptor/visual.ts'

/** A well-known template: names and texts that ship with the product or come from the operator. */
export interface KnownTemplate {
  id: string
  name: string
  /** By language: the names that people use, the preferred one first, and one sentence each on its content and its source. */
  texts: Record<string, { names: string[]; shows: string; origin: string }>
  /** The unit vector of its visual descriptor; null if the pack has none. */
  vector: Float32Array | null
}

const TEMPLATES_MAX = 2000
const NAMES_MAX = 20
const NAME_MAX_CHARS = 80
const TEXT_MAX_CHARS = 300

const Name = z.string().trim().min(1).max(NAME_MAX_CHARS)
const Sentence = z.string().trim().min(1).max(TEXT_MAX_CHARS)
const Texts = z.strictObject({ names: z.array(Name).max(NAMES_MAX).default([]), shows: Sentence, origin: Sentence })
const Pack = z.strictObject({
  descriptorVersion: z.int(),
  templates: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is not made of small letters, digits and hyphens')
          .max(80),
        name: Name,
        texts: z.record(z.string().regex(LANGUAGE_CODE), Texts),
        vector: z.base64().optional(),
      }),
    )
    .max(TEMPLATES_MAX),
})

/** The form in which names are compared: words without case and marks. */
export const nameKey = (name: string): string => wordsOf(name).map(fold).join(' ')

/** All names of a template, in every language. */
export const namesOf = ({ name, texts }: Pick<KnownTemplate, 'name' | 'texts'>): string[] => [
  name,
  ...Object.values(texts).flatMap(({ names }) => names),
]

/** Parses a pack of known templates. Throws an error with one sentence about the first thing that is wrong. */
export function parsePack(content: string): KnownTemplate[] {
  const { data: pack, error } = Pack.safeParse(parseJson(content))
  if (!pack) throw new Error(sentenceOf(error.issues[0]))
  const templates = pack.templates.map(({ vector, ...template }): KnownTemplate => {
    if (!template.texts[REFERENCE_LANGUAGE])
      throw new Error(`The template “${template.id}” has no texts in the language “${REFERENCE_LANGUAGE}”.`)
    if (vector !== undefined && pack.descriptorVersion !== VISUAL_VERSION)
      throw new Error(
        `The vectors are of descriptor version ${pack.descriptorVersion}, but this server compares version ${VISUAL_VERSION}.`,
      )
    return { ...template, vector: vector === undefined ? null : readVector(template.id, vector) }
  })
  refuseSharedNames(templates)
  return templates
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new Error(`It is not valid JSON: ${(error as Error).message}.`)
  }
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  const where = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `number ${part + 1}` : String(part)))
  return `The entry at ${where.join(' → ') || 'the top'} is refused: ${issue?.message ?? 'invalid'}.`
}

/** Reads a vector of signed bytes in base64. */
function readVector(id: string, base64: string): Float32Array {
  const values = new Int8Array(Buffer.from(base64, 'base64'))
  if (values.length !== VISUAL_DIMENSIONS)
    throw new Error(`The vector of “${id}” has ${values.length} values instead of ${VISUAL_DIMENSIONS}.`)
  const length = Math.hypot(...values)
  if (length === 0) throw new Error(`The vector of “${id}” is zero.`)
  return Float32Array.from(values, (value) => value / length)
}

function refuseSharedNames(templates: readonly KnownTemplate[]): void {
  const ids = new Set<string>()
  const owners = new Map<string, KnownTemplate>()
  for (const template of templates) {
    if (ids.has(template.id)) throw new Error(`Two templates have the id “${template.id}”.`)
    ids.add(template.id)
    const key = nameKey(template.name)
    if (key === '') throw new Error(`The name of “${template.id}” contains no words.`)
    if (owners.has(key)) throw new Error(`Two templates have the name “${template.name}”.`)
    owners.set(key, template)
  }
  for (const template of templates) {
    for (const alias of namesOf(template).slice(1)) {
      const key = nameKey(alias)
      if (key === '') throw new Error(`The name “${alias}” of “${template.id}” contains no words.`)
      const owner = owners.get(key)
      if (owner) throw new Error(`The name “${alias}” of “${template.id}” is already a name of “${owner.id}”.`)
      owners.set(key, template)
    }
  }
}
