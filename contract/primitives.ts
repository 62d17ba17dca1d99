import * as z from 'zod'
import * as limits from './limits.ts'

/** A message of a rule is its FieldCode; the side that shows it translates. Lengths count Unicode code points. */
const between = (min: number, max: number, below: string, above: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'requiredField' : 'invalidType') })
    .refine((text) => text.length === 0 || [...text].length >= min, below)
    .refine((text) => [...text].length <= max, above)

const required = (schema: z.ZodType<string, string>) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? 'requiredField' : 'invalidType') })
    .min(1, { error: 'requiredField', abort: true })
    .pipe(schema)

export const Id = z.uuid({ error: 'invalidId' }).meta({ id: 'Id', description: 'UUIDv7' })
export const IsoDate = z.iso.datetime({ offset: false }).meta({ description: 'ISO 8601, UTC' })
export const Count = z.int().min(0)
export const ContentLanguage = z.enum(['en', 'vi'], { error: 'invalidValue' })
export type ContentLanguage = z.infer<typeof ContentLanguage>

const EMAIL = /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\.]+$/u
export const Email = required(
  between(limits.EMAIL_MIN_CHARS, limits.EMAIL_MAX_CHARS, 'emailMinLength', 'emailMaxLength')
    .refine((text) => EMAIL.test(text), 'invalidEmail')
    .transform((text) => text.toLowerCase()),
)

export const Password = required(
  between(limits.PASSWORD_MIN_CHARS, limits.PASSWORD_MAX_CHARS, 'passwordMinLength', 'passwordMaxLength'),
)

/** Names that would collide with a route or mislead. */
export const RESERVED_USERNAMES = [
  'me',
  'admin',
  'administrator',
  'root',
  'system',
  'moderator',
  'support',
  'help',
  'about',
  'api',
  'media',
  'assets',
  'login',
  'logout',
  'register',
  'account',
  'trending',
  'trending-users',
  'my-meme',
  'bulk-upload',
  'forgot-password',
  'verify-email',
  'privacy-policy',
  'terms-of-service',
  'data-deletion-guide',
  'sever-error',
  'user',
  'users',
  'meme',
  'memes',
  'search',
  'explore',
  'feed',
  'home',
  'settings',
  'metrics',
  'health',
  'ready',
  'null',
  'undefined',
  'memeroom',
] as const

const UUID_LIKE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const Username = required(
  between(limits.USERNAME_MIN_CHARS, limits.USERNAME_MAX_CHARS, 'usernameMinLength', 'usernameMaxLength')
    .transform((text) => text.normalize('NFC'))
    .refine((text) => /^[\p{L}\p{M}\p{N}_.-]+$/u.test(text), 'usernameCharacters')
    .refine(
      (text) =>
        !UUID_LIKE.test(text) &&
        !RESERVED_USERNAMES.includes(text.toLowerCase() as (typeof RESERVED_USERNAMES)[number]),
      'usernameReserved',
    ),
)

export const DisplayName = required(
  between(limits.DISPLAY_NAME_MIN_CHARS, limits.DISPLAY_NAME_MAX_CHARS, 'displayNameMinLength', 'displayNameMaxLength'),
)

const optionalText = (max: number, above: string) =>
  z
    .string({ error: 'invalidType' })
    .trim()
    .refine((text) => [...text].length <= max, above)

export const Bio = optionalText(limits.BIO_MAX_CHARS, 'bioMaxLength')
export const Code = z.string({ error: 'requiredField' }).regex(/^\d{6}$/, 'codeSixDigits')
export const MemeName = optionalText(limits.MEME_NAME_MAX_CHARS, 'nameMaxLength')
export const MemeDescription = optionalText(limits.MEME_DESCRIPTION_MAX_CHARS, 'descriptionMaxLength')
export const AltText = optionalText(limits.MEME_ALT_TEXT_MAX_CHARS, 'altTextMaxLength')

/** `null` in an optional field counts as absent. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null ? undefined : value), schema.optional())

export const pageLimit = (fallback: number) =>
  z.coerce
    .number({ error: 'invalidType' })
    .int('limitRange')
    .min(1, 'limitRange')
    .max(limits.PAGE_LIMIT_MAX, 'limitRange')
    .default(fallback)

export const QueryFlag = z.enum(['true', 'false'], { error: 'invalidValue' }).transform((text) => text === 'true')
export const CursorTime = z.iso.datetime({ offset: true, error: 'invalidCursor' })
export const CursorId = z.uuid({ error: 'invalidCursor' })
export const CursorNumber = z.coerce.number({ error: 'invalidCursor' }).refine(Number.isFinite, 'invalidCursor')
export const OpaqueCursor = z.string({ error: 'invalidCursor' }).min(1, 'invalidCursor').max(600, 'invalidCursor')

export const Empty = z.object({})
export const MessageAnswer = z.object({ success: z.literal(true), message: z.string() })
export const okData = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })

export const Failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    code: z.string(),
    requestId: z.string().optional(),
    errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>
