import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { isUsableText } from '#contract/primitives.ts'
import { AppError } from '../errors.ts'

const FIELDS_MAX = 30
const FIELD_MAX_BYTES = 256 * 1024

export interface MultipartPart {
  field: string
  fileName: string
  stream: Readable
}

export interface MultipartBounds {
  /** Names of the file fields; files in other fields are discarded. */
  fileFields: readonly string[]
  maxFiles: number
  maxFileBytes: number
}

/**
 * Reads a multipart body in any field order: streams each file to `onFile` and returns the text fields. `onFile` must consume
 * its stream. Throws 400 for a truncated or invalid body, or an unusable file name.
 */
export async function readMultipart(
  request: FastifyRequest,
  bounds: MultipartBounds,
  onFile: (part: MultipartPart, index: number) => Promise<void>,
): Promise<Record<string, string>> {
  if (!request.isMultipart()) throw new AppError('request.unsupportedType')
  // The client may have disconnected already; the parser would then wait forever.
  if (request.raw.destroyed) throw new AppError('request.malformed')
  const fields: Record<string, string> = {}
  let files = 0
  const parts = request.parts({
    // One above the limit, so that the receiver can detect the excess and report the file.
    limits: {
      files: bounds.maxFiles + 1,
      fields: FIELDS_MAX,
      fieldSize: FIELD_MAX_BYTES,
      fileSize: bounds.maxFileBytes + 1,
      parts: bounds.maxFiles + FIELDS_MAX + 1,
    },
  })
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
        continue
      }
      if (!bounds.fileFields.includes(part.fieldname)) {
        part.file.resume()
        continue
      }
      try {
        if (!isUsableText(part.filename ?? ''))
          throw new AppError('request.invalid', { errors: [{ path: part.fieldname, code: 'invalidText' }] })
        await onFile({ field: part.fieldname, fileName: part.filename ?? '', stream: part.file }, files)
      } catch (error) {
        // Discard the rest of a rejected file, so that the client gets the response instead of a broken pipe.
        part.file.resume()
        throw error
      }
      files += 1
    }
  } catch (error) {
    throw asMultipartError(error)
  }
  return fields
}

function asMultipartError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message, statusCode } = error as { code?: unknown; message?: unknown; statusCode?: unknown }
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT') return new AppError('upload.tooManyFiles')
  if (typeof code === 'string' && code.startsWith('image.')) return error
  if (statusCode === 413 || code === 'FST_FIELDS_LIMIT') return new AppError('request.tooLarge')
  const text = typeof message === 'string' ? message : ''
  if (
    /Unexpected end|Premature close|Malformed|boundary|aborted|Part terminated/i.test(text) ||
    code === 'ECONNRESET'
  ) {
    return new AppError('request.malformed', { cause: error })
  }
  return error
}
