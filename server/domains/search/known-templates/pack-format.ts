import * as z from 'zod'
import { LANGUAGE_CODE } from '#contract/languages.ts'
import {
  KNOWN_ID,
  KNOWN_ID_MAX_CHARS,
  KNOWN_NAME_MAX_CHARS,
  KNOWN_TEXT_MAX_CHARS,
} from '#contract/templates/known-templates.ts'
import { VISUAL_DIMENSIONS, VISUAL_VERSION } from '#server/domains/search/likeness/descriptor/visual.ts'
import { checkNames } from './check-names.ts'
import type { KnownTemplate } from './known-template.ts'
import { PackError } from './pack-error.ts'

export const TEMPLATES_MAX = 2000

const Name = z.string().trim().min(1).max(KNOWN_NAME_MAX_CHARS)
const Sentence = z.string().trim().min(1).max(KNOWN_TEXT_MAX_CHARS)
const Texts = z.strictObject({ names: z.array(Name).default([]), shows: Sentence, origin: Sentence })
const Base64 = z.base64()
const Pack = z.strictObject({
  descriptorVersion: z.int(),
  templates: z
    .array(
      z.strictObject({
        id: z.string().regex(KNOWN_ID, 'is not made of small letters, digits and hyphens').max(KNOWN_ID_MAX_CHARS),
        name: Name,
        texts: z.record(z.string().regex(LANGUAGE_CODE), Texts),
        vector: z.unknown().optional(),
      }),
    )
    .max(TEMPLATES_MAX),
})

/** Parses a pack of known templates. Throws a `PackError` for the first problem. */
export function parsePack(content: string): KnownTemplate[] {
  const { data: pack, error } = Pack.safeParse(parseJson(content))
  if (!pack) throw problemOf(error.issues[0])
  const templates = pack.templates.map(({ vector, ...template }): KnownTemplate => {
    if (vector !== undefined && pack.descriptorVersion !== VISUAL_VERSION)
      throw new PackError('vectorVersion', { version: pack.descriptorVersion, ours: VISUAL_VERSION })
    return { ...template, vector: vector === undefined ? null : readVector(template.id, vector) }
  })
  const ids = new Set<string>()
  for (const { id } of templates) {
    if (ids.has(id)) throw new PackError('sameId', { id })
    ids.add(id)
  }
  checkNames(templates, [])
  return templates
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    throw new PackError('notJson', { problem: (error as Error).message })
  }
}

function problemOf(issue: z.core.$ZodIssue | undefined): PackError {
  const where = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `number ${part + 1}` : String(part)))
  return new PackError('entry', { where: where.join(' → ') || 'the top', problem: issue?.message ?? 'invalid' })
}

/** Reads a vector of signed bytes in base64. */
function readVector(id: string, vector: unknown): Float32Array {
  const { data: base64 } = Base64.safeParse(vector)
  if (base64 === undefined) throw new PackError('vectorText', { id })
  const values = new Int8Array(Buffer.from(base64, 'base64'))
  if (values.length !== VISUAL_DIMENSIONS)
    throw new PackError('vectorLength', { id, values: values.length, wanted: VISUAL_DIMENSIONS })
  const length = Math.hypot(...values)
  if (length === 0) throw new PackError('vectorZero', { id })
  return Float32Array.from(values, (value) => value / length)
}
