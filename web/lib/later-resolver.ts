import type { FieldValues, Resolver } from 'react-hook-form'

/**
 * Checks a form by rules that are fetched with its first check, so that the form is there before they are. Where they cannot be
 * fetched the form is sent as it is: the server checks it too.
 */
export function laterResolver<T extends FieldValues>(load: () => Promise<Resolver<T>>): Resolver<T> {
  return async (values, context, options) => {
    const check = await load().catch(() => null)
    return check ? check(values, context, options) : { values, errors: {} }
  }
}
