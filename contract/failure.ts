import * as z from 'zod'
import { ERROR_CODES, FIELD_CODES } from './errors.ts'

const ErrorCode = z.enum(ERROR_CODES).meta({ id: 'ErrorCode', description: 'Stable, for programs' })
const FieldCode = z.enum(FIELD_CODES).meta({ id: 'FieldCode', description: 'Stable, for programs' })

/** The response of every failed call. Some codes have extra fields (`email`, `duplicateOf`, `attemptsRemaining`). */
export const Failure = z
  .looseObject({
    success: z.literal(false),
    message: z.string().describe('Human-readable, in the language of Accept-Language'),
    code: ErrorCode,
    requestId: z.string().optional().describe('For a 5xx: identifies the request in the server’s log'),
    errors: z
      .array(z.object({ path: z.string(), code: FieldCode, message: z.string() }))
      .optional()
      .describe('For a 400: the invalid values with reasons'),
  })
  .meta({ id: 'Failure' })
