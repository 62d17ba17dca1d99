import type { FieldValues, Resolver } from 'react-hook-form'

/**
 * Resolver that loads the form's rules on the first check, so that the form renders without them. If loading fails, the form is
 * sent unchecked: the server validates it too.
 */
export function lazyResolver<T extends FieldValues>(load: () => Promise<Resolver<T>>): Resolver<T> {
  return async (values, context, options) => {
    const check = await load().catch(() => null)
    return check ? check(values, context, options) : { values, errors: {} }
  }
}
