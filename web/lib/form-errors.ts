import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'

/** The sentence of a field's code (contract FIELD_CODES), which is its key; a sentence of the server passes as it is. */
// i18n-keys: fields.*
export function useFieldText(): (message: string | undefined) => string | undefined {
  const { t, i18n } = useTranslation()
  return (message) => {
    if (!message) return undefined
    // A code is one word; a sentence has spaces.
    if (message.includes(' ')) return message
    return i18n.exists(message) ? t(message) : t('invalidValue')
  }
}

/**
 * Shows the field errors of a response at the fields of the form and moves the focus to the first of them. False when
 * nothing of it belongs to a field: then the caller says it in a toast.
 */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): boolean {
  if (!(error instanceof ApiError)) return false
  const known = fields.flatMap((name) => {
    const failure = error.errors.find(({ path }) => path === name)
    return failure ? [{ name, message: failure.message }] : []
  })
  for (const [index, { name, message }] of known.entries()) setError(name, { message }, { shouldFocus: index === 0 })
  return known.length > 0
}
