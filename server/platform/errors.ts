import { ERROR_STATUS, type ErrorCode, type FieldCode } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { errorsEn, fieldsEn } from './texts/en.ts'
import { errorsVi, fieldsVi } from './texts/vi.ts'

export interface FieldError {
  path: string
  code: FieldCode
}

/**
 * The error type of use cases, with a code from the API contract. `fields` become top-level fields of the response (`email`,
 * `duplicateOf`), `params` fill {placeholders} in the text, and `retryAfterSeconds` becomes the Retry-After header.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: Record<string, unknown>
  readonly params: Record<string, string>
  readonly retryAfterSeconds: number | undefined
  readonly errors: FieldError[] | undefined

  constructor(
    code: ErrorCode,
    options: {
      fields?: Record<string, unknown>
      params?: Record<string, string>
      retryAfterSeconds?: number
      errors?: FieldError[]
      cause?: unknown
    } = {},
  ) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.fields = options.fields ?? {}
    this.params = options.params ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
    this.errors = options.errors
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

const ERRORS = { en: errorsEn, vi: errorsVi } as const
const FIELDS = { en: fieldsEn, vi: fieldsVi } as const

/** Returns a code's message in a language, with {placeholders} filled. */
export function errorText(code: ErrorCode, language: Language, params: Record<string, string> = {}): string {
  return ERRORS[language][code].replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole)
}

/** Returns a field code's message. */
export function fieldText(code: FieldCode, language: Language): string {
  return FIELDS[language][code]
}
