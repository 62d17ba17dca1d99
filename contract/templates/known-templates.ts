import * as z from 'zod'
import { defineCall } from '../call.ts'
import type { FieldCode } from '../errors.ts'
import { SEARCH_QUERY_MAX_CHARS } from '../limits.ts'
import { moderator } from '../moderation/moderation.ts'
import { isPlainLine, normalLine } from '../people/names.ts'
import { ContentLanguage, entryPage, MessageAnswer, okData, optional, pageQuery, text, upTo } from '../primitives.ts'
import { isVisible } from '../words.ts'

export const KNOWN_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const KNOWN_ID_MAX_CHARS = 80
export const KNOWN_NAME_MAX_CHARS = 80
export const KNOWN_TEXT_MAX_CHARS = 300
/** Other names of a template in each language. */
export const KNOWN_NAMES_MAX = 20
/** More names than allowed, so that the error can state the number of excess names. */
const NAMES_MAX = 20_000
const LANGUAGES_MAX = 20
const PAGE_SIZE = 50

const KnownId = text()
  .refine(...upTo(KNOWN_ID_MAX_CHARS))
  .regex(KNOWN_ID, 'invalidValue')
const line = (max: number, wrong: FieldCode) =>
  text()
    .transform(normalLine)
    .refine((value) => value !== '', 'requiredField')
    .refine(...upTo(max))
    .refine((value) => value === '' || (isPlainLine(value) && isVisible(value)), wrong)

const KnownTextsInput = z.object({
  language: ContentLanguage,
  names: z.array(line(KNOWN_NAME_MAX_CHARS, 'nameCharacters')).max(NAMES_MAX).describe('Other names that people use'),
  shows: line(KNOWN_TEXT_MAX_CHARS, 'invalidText').describe('One sentence that describes the picture'),
  origin: line(KNOWN_TEXT_MAX_CHARS, 'invalidText').describe('One sentence about its origin'),
})
export const KnownEntryInput = z.object({
  name: line(KNOWN_NAME_MAX_CHARS, 'nameCharacters'),
  texts: z.array(KnownTextsInput).max(LANGUAGES_MAX),
})
export type KnownEntryInput = z.infer<typeof KnownEntryInput>

export const KnownEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    texts: z.array(
      z.object({ language: z.string(), names: z.array(z.string()), shows: z.string(), origin: z.string() }),
    ),
    source: z
      .enum(['product', 'file', 'site'])
      .describe('`file`: from the pack in DATA_DIR; `site`: written by a moderator'),
    isRemoved: z.boolean(),
    canRestore: z.boolean().describe('True if a moderator changed or removed a template of a pack'),
    hasPicture: z.boolean().describe('True if it is recognized by picture, false if only by name'),
  })
  .meta({ id: 'KnownEntry' })
export type KnownEntry = z.infer<typeof KnownEntry>

const KnownParams = z.object({ id: KnownId })

export const listKnownTemplates = defineCall('GET /moderation/known-templates', {
  ...moderator,
  summary: 'List well-known templates by name, including those that moderators removed',
  query: pageQuery(PAGE_SIZE).extend({
    q: optional(
      text()
        .trim()
        .refine(...upTo(SEARCH_QUERY_MAX_CHARS, 'queryMaxLength')),
    ).describe('Words of a name; case and diacritics do not matter'),
  }),
  response: entryPage(KnownEntry).extend({
    problem: z.string().nullable().describe('The reason for ignoring the pack in DATA_DIR'),
  }),
})

export const addKnownTemplate = defineCall('POST /moderation/known-templates', {
  ...moderator,
  status: 201,
  summary: 'Add a well-known template',
  body: KnownEntryInput,
  failures: ['knownTemplate.refused'],
  response: okData(KnownEntry),
})

export const changeKnownTemplate = defineCall('PUT /moderation/known-templates/{id}', {
  ...moderator,
  summary: 'Correct a well-known template; removes texts in languages that are not given',
  params: KnownParams,
  body: KnownEntryInput,
  failures: ['knownTemplate.notFound', 'knownTemplate.refused'],
  response: okData(KnownEntry),
})

export const removeKnownTemplate = defineCall('DELETE /moderation/known-templates/{id}', {
  ...moderator,
  summary: 'Remove a well-known template; its memes stay on their template, without the name',
  params: KnownParams,
  failures: ['knownTemplate.notFound'],
  response: MessageAnswer,
})

export const restoreKnownTemplate = defineCall('POST /moderation/known-templates/{id}/restore', {
  ...moderator,
  summary: 'Undo moderators’ changes to a well-known template of a pack',
  params: KnownParams,
  failures: ['knownTemplate.notFound', 'knownTemplate.refused'],
  response: okData(KnownEntry),
})
