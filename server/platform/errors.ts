import { ERROR_STATUS, type ErrorCode, type FieldCode } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { type TextValues, textsOf } from './texts/texts.ts'

export interface FieldError {
  path: string
  code: FieldCode
}

/**
 * The error type of use cases, with a code from the API contract. `fields` become top-level fields of the response (`email`,
 * `duplicateOf`), `params` fill {{placeholders}} in the text, and `retryAfterSeconds` becomes the Retry-After header.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: Record<string, unknown>
  readonly params: TextValues
  readonly retryAfterSeconds: number | undefined
  readonly errors: FieldError[] | undefined

  constructor(
    code: ErrorCode,
    options: {
      fields?: Record<string, unknown>
      params?: TextValues
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

/** Returns a code's message in a language. */
export const errorText = (code: ErrorCode, language: Language, params?: TextValues): string =>
  textsOf('errors', language)(code, params)

/** Returns a field code's message. */
export const fieldText = (code: FieldCode, language: Language): string => textsOf('fields', language)(code)
