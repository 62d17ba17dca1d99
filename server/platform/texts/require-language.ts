import type { Language } from '#contract/languages.ts'
import { AppError } from '../errors.ts'
import { LANGUAGES } from './texts.ts'

/** Throws request.invalid with the name of the input's field unless all given languages exist. */
export function requireLanguages(field: string, languages: readonly Language[]): void {
  if (languages.every((language) => LANGUAGES.includes(language))) return
  throw new AppError('request.invalid', { errors: [{ path: field, code: 'invalidValue' }] })
}
