import * as z from 'zod'
import { lengthOf } from './bounded.ts'
import type { FieldCode } from './errors.ts'
import { codeOfIssue } from './field-code.ts'
import { LANGUAGE_CODE, MEME_LANGUAGES } from './languages.ts'
import * as limits from './limits.ts'
import {
  hasLetterOrDigit,
  hasUsernameCharacters,
  isEmail,
  isPlainLine,
  normalEmail,
  normalLine,
  normalText,
  normalUsername,
} from './people/names.ts'
import { ROUTE_NAMES, STAFF_NAMES } from './people/reserved-names.ts'
import { isVisible } from './words.ts'

/**
 * PostgreSQL cannot store NUL, a lone surrogate is not a character, and noncharacters mark positions in the site's own texts
 * (server/platform/texts/site-marks.ts).
 */
export const isUsableText = (value: string) =>
  !value.includes('\0') && !/[\p{Surrogate}\p{Noncharacter_Code_Point}]/u.test(value)

/** The base schema of every text in a request. The message of a rule is its FieldCode, which is translated for display. */
export const text = () => z.string({ error: codeOfIssue }).refine(isUsableText, { error: 'invalidText', abort: true })

/** A length limit in code points. Zod's `max` counts code units, so use it only for ASCII texts. */
export const upTo = (max: number, above: FieldCode = 'tooLong') =>
  [(value: string) => lengthOf(value) <= max, above] as const

const between = (min: number, max: number, below: FieldCode, above: FieldCode) =>
  text()
    .refine((value) => value.length === 0 || lengthOf(value) >= min, below)
    .refine(...upTo(max, above))

const required = (schema: z.ZodType<string, string>) =>
  text().min(1, { error: 'requiredField', abort: true }).pipe(schema)

/** A number in a query string, in decimal notation; the schema rejects anything else. */
const DECIMAL = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
const readNumber = (value: unknown) => (typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value)
export const queryNumber = <T extends z.ZodType>(schema: T) => z.preprocess(readNumber, schema)

export const Id = z
  .uuid({ error: (issue) => (issue.input === undefined ? 'requiredField' : 'invalidId') })
  .toLowerCase()
  .meta({ id: 'Id', description: 'UUIDv7; case does not matter' })
export const IsoDate = z.iso.datetime({ offset: false }).meta({ description: 'ISO 8601, UTC' })
export const Count = z.int().min(0)
export const ContentLanguage = text()
  .regex(LANGUAGE_CODE, 'invalidValue')
  .describe('A language of the site, such as en')
/** The language of a meme's words. */
export const MemeLanguage = z.enum(MEME_LANGUAGES)

export const Email = required(
  text()
    .transform(normalEmail)
    .pipe(
      between(limits.EMAIL_MIN_CHARS, limits.EMAIL_MAX_CHARS, 'emailMinLength', 'emailMaxLength').refine(
        isEmail,
        'invalidEmail',
      ),
    ),
).describe(`An email address of ${limits.EMAIL_MIN_CHARS} to ${limits.EMAIL_MAX_CHARS} characters`)

export const Password = required(
  between(limits.PASSWORD_MIN_CHARS, limits.PASSWORD_MAX_CHARS, 'passwordMinLength', 'passwordMaxLength'),
).describe(`${limits.PASSWORD_MIN_CHARS} to ${limits.PASSWORD_MAX_CHARS} characters`)

const RESERVED = new Set<string>([...ROUTE_NAMES, ...STAFF_NAMES])

/** A value that is interpreted as an id if both an id and a username are allowed. */
export const UUID_LIKE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const Username = required(
  text()
    .transform(normalUsername)
    .pipe(
      between(limits.USERNAME_MIN_CHARS, limits.USERNAME_MAX_CHARS, 'usernameMinLength', 'usernameMaxLength')
        .refine(hasUsernameCharacters, 'usernameCharacters')
        .refine((name) => !UUID_LIKE.test(name) && !RESERVED.has(name.toLowerCase()), 'usernameReserved'),
    ),
).describe(
  `${limits.USERNAME_MIN_CHARS} to ${limits.USERNAME_MAX_CHARS} letters, digits, dots, hyphens, and underscores`,
)

export const DisplayName = required(
  text()
    .transform(normalLine)
    .pipe(
      between(
        limits.DISPLAY_NAME_MIN_CHARS,
        limits.DISPLAY_NAME_MAX_CHARS,
        'displayNameMinLength',
        'displayNameMaxLength',
      ).refine((name) => isPlainLine(name) && hasLetterOrDigit(name), 'displayNameCharacters'),
    ),
).describe(`${limits.DISPLAY_NAME_MIN_CHARS} to ${limits.DISPLAY_NAME_MAX_CHARS} characters`)

/** Normalized by normalText; an empty text means none. */
export const optionalText = (max: number, above: FieldCode) =>
  text()
    .transform(normalText)
    .refine(...upTo(max, above))

export const Bio = optionalText(limits.BIO_MAX_CHARS, 'bioMaxLength').describe(
  `At most ${limits.BIO_MAX_CHARS} characters`,
)
export const Code = text()
  .regex(/^\d{6}$/, 'codeSixDigits')
  .describe('Six digits')
/** An empty text means none; otherwise one line with a visible character. */
export const MemeName = text()
  .transform(normalLine)
  .refine(...upTo(limits.MEME_NAME_MAX_CHARS, 'nameMaxLength'))
  .refine((value) => value === '' || (isPlainLine(value) && isVisible(value)), 'nameCharacters')
  .describe(`At most ${limits.MEME_NAME_MAX_CHARS} characters`)
export const MemeDescription = optionalText(limits.MEME_DESCRIPTION_MAX_CHARS, 'descriptionMaxLength').describe(
  `At most ${limits.MEME_DESCRIPTION_MAX_CHARS} characters`,
)
export const AltText = optionalText(limits.MEME_ALT_TEXT_MAX_CHARS, 'altTextMaxLength').describe(
  `Describes the picture for people who cannot see it; at most ${limits.MEME_ALT_TEXT_MAX_CHARS} characters`,
)

/** The words in a picture, corrected by a person. */
export const ReadText = optionalText(limits.IMAGE_TEXT_MAX_CHARS, 'tooLong').describe(
  `The words in the picture, at most ${limits.IMAGE_TEXT_MAX_CHARS} characters; they replace the words read by OCR, even if empty`,
)

/** Treats `null` in an optional field as absent. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null ? undefined : value), schema.optional())

/** Like `optional`, with a default value. */
export const optionalWithDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  z.preprocess((given) => given ?? value, schema)

export const pageLimit = (fallback: number) =>
  queryNumber(
    z
      .number({ error: (issue) => (typeof issue.input === 'number' ? 'limitRange' : codeOfIssue(issue)) })
      .int('limitRange')
      .min(1, 'limitRange')
      .max(limits.PAGE_LIMIT_MAX, 'limitRange'),
  )
    .default(fallback)
    .describe(`How many; ${fallback} by default`)

export const QueryFlag = z.enum(['true', 'false']).transform((value) => value === 'true')

const OFFSET_MAX_MINUTES = 14 * 60

/** Returns true if PostgreSQL can store this time, and its UTC offset exists. */
export function isStorableTime(value: string): boolean {
  const [, hours = '0', minutes = '0'] = /[+-](\d\d):(\d\d)$/.exec(value) ?? []
  const year = new Date(value).getUTCFullYear()
  return year >= 1 && year <= 9999 && Number(hours) * 60 + Number(minutes) <= OFFSET_MAX_MINUTES
}

/** A time with an offset. */
export const StorableTime = z.iso
  .datetime({ offset: true, error: 'invalidValue', abort: true })
  .refine(isStorableTime, { error: 'invalidValue', abort: true })
  .overwrite((value) => new Date(value).toISOString())

/** An existing day or time (unlike February 30). A time without an offset is in the machine's time zone. */
export const DayOrTime = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
  .refine(isStorableTime)
  .transform((value) => new Date(value))

const FROM_LAST = 'Value from the last item of the previous page'
const wrong = { error: 'invalidCursor', abort: true }
export const CursorTime = z.iso
  .datetime({ offset: true, ...wrong })
  .refine(isStorableTime, wrong)
  .overwrite((value) => new Date(value).toISOString())
  .describe(FROM_LAST)
export const CursorId = z.uuid('invalidCursor').toLowerCase().describe(FROM_LAST)
export const CursorNumber = queryNumber(z.number('invalidCursor')).describe(FROM_LAST)
/** Search scores are small numbers; reject any others, which the server never issues. */
export const CursorScore = queryNumber(
  z.number('invalidCursor').min(0, 'invalidCursor').max(1000, 'invalidCursor'),
).describe(FROM_LAST)
/** A count from the database (32-bit integer). */
export const CursorCount = queryNumber(z.int32('invalidCursor').min(0, 'invalidCursor')).describe(FROM_LAST)
export const OpaqueCursor = z
  .string('invalidCursor')
  .regex(/^[\w.-]{1,600}$/, 'invalidCursor')
  .describe('`nextCursor` of the previous page')

export const Empty = z.object({})
export const MessageAnswer = z.object({ success: z.literal(true), message: z.string() })
/** The query of a paginated list: page size and the cursor of the previous page. */
export const pageQuery = (maxEntries: number) =>
  z.object({ limit: pageLimit(maxEntries), cursor: optional(OpaqueCursor) })
export const okData = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })
/** A page of memes or of objects that contain memes; `nextCursor` is null on the last. */
export const memePage = <T extends z.ZodType>(item: T) =>
  okData(z.array(item)).extend({ hasNext: z.boolean(), nextCursor: z.string().nullable() })
/** A page of people, notices or other entries; `nextCursor` is null on the last. */
export const entryPage = <T extends z.ZodType>(item: T) =>
  okData(z.array(item)).extend({ hasNextPage: z.boolean(), nextCursor: z.string().nullable() })

const HttpUrl = z.url({ protocol: /^https?$/ })
/** Scheme, host and port, without user information before the host. */
const ORIGIN_FIRST = /^https?:\/\/[^/?#\\@]+(?:[/?#]|$)/i

/** Returns true if this is an http or https URL without a password. */
export const isHttpAddress = (value: string): boolean => ORIGIN_FIRST.test(value) && HttpUrl.safeParse(value).success
