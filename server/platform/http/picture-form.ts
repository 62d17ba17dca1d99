import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { AppError } from '../errors.ts'
import { discard, type StagedSource } from '../images/staging.ts'
import { readMultipart } from './multipart.ts'
import { parse } from './register-call.ts'

export interface ReceivedPicture extends StagedSource {
  /** File name from the sender; may be empty. */
  fileName: string
}

export interface PictureForm<S extends z.ZodType> {
  /** Name of the file field. */
  field: string
  maxBytes: number
  /** Schema of the text fields. */
  fields: S
  /** Writes the picture to the staging folder. */
  stage(stream: Readable): Promise<StagedSource>
}

/**
 * Reads a multipart body of text fields and at most one picture, and passes both to `use`. Removes the staged picture when
 * `use` ends, and on any failure. Throws the errors of `readMultipart` and `stage`, a 400 that lists invalid fields, and
 * request.invalid for a second picture.
 */
export async function withPictureForm<S extends z.ZodType, T>(
  request: FastifyRequest,
  form: PictureForm<S>,
  use: (fields: z.output<S>, picture: ReceivedPicture | undefined) => Promise<T>,
): Promise<T> {
  let picture: ReceivedPicture | undefined
  const bounds = { fileFields: [form.field], maxFiles: 1, maxFileBytes: form.maxBytes }
  try {
    const fields = await readMultipart(request, bounds, async ({ stream, fileName }) => {
      if (picture) throw new AppError('request.invalid')
      picture = { ...(await form.stage(stream)), fileName }
    })
    return await use(parse(form.fields, fields, 'body') as z.output<S>, picture)
  } finally {
    if (picture) await discard(picture)
  }
}

/** Throws image.required if the form has no picture. */
export function requirePicture(picture: ReceivedPicture | undefined, path = 'image'): ReceivedPicture {
  if (!picture) throw new AppError('image.required', { errors: [{ path, code: 'requiredField' }] })
  return picture
}
