import type * as z from 'zod'
import { FIELD_CODES, type FieldCode } from './errors.ts'

const KNOWN: ReadonlySet<string> = new Set(FIELD_CODES)

/** The code of a failed validation rule. A rule may give its own code; this chooses a code for all others. */
export function codeOfIssue(issue: z.core.$ZodRawIssue): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'requiredField' : 'invalidType'
    case 'invalid_value':
      return issue.input === undefined ? 'requiredField' : 'invalidValue'
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int') return 'outOfRange'
      return issue.input === '' ? 'requiredField' : 'invalidValue'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? 'outOfRange' : 'tooLong'
    default:
      return 'invalidValue'
  }
}

/** The entries of `errors[]` in a response: the path of the value, and a code from FIELD_CODES; each once. */
export function fieldErrors(error: z.core.$ZodError): { path: string; code: FieldCode }[] {
  const entries = error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    code: KNOWN.has(message) ? (message as FieldCode) : 'invalidValue',
  }))
  return [...new Map(entries.map((entry) => [`${entry.path} ${entry.code}`, entry])).values()]
}
