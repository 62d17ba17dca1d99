import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api-error.ts'
import { hasText, useTranslation } from './i18n.ts'

/** Returns a function that translates a field's error code (contract FIELD_CODES). Messages from the server stay unchanged. */
// i18n-keys: fields.*
export function useFieldText(): (message: string | undefined) => string | undefined {
  const { t } = useTranslation()
  return (message) => {
    if (!message) return undefined
    // A code is one word; a message contains spaces.
    if (message.includes(' ')) return message
    return hasText(message) ? t(message) : t('invalidValue')
  }
}

/**
 * Shows a response's field errors in the form and focuses the first one. Returns false if none belongs to a field; the caller
 * then shows a toast.
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
