import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'

/** The sentence of a field's code (contract FIELD_CODES); a sentence of the server passes as it is. */
// i18n-keys: errors.field.*
export function useFieldText(): (message: string | undefined) => string | undefined {
  const { t, i18n } = useTranslation()
  return (message) => {
    if (!message) return undefined
    const key = `errors.field.${message}`
    if (i18n.exists(key)) return t(key)
    // A code without a sentence of its own is one word; a sentence has spaces.
    return message.includes(' ') ? message : t('errors.field.invalidValue')
  }
}

/**
 * Hangs the field failures of an answer on the fields of the form and moves the focus to the first of them. False when
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
