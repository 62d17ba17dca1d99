import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'

export interface CallShape {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below /api, parameters as {name}. */
  path: `/${string}`
  summary: string
  /** Who may call: everybody, or members with a bearer token. */
  auth: 'public' | 'member'
  tag: string
  params?: z.ZodType
  query?: z.ZodType
  /** JSON body, or the fields of a multipart body when `files` is given. */
  body?: z.ZodType
  /** Names of the file fields of a multipart body. `multipart: 'optional'` accepts JSON as well. */
  files?: readonly string[]
  multipart?: 'required' | 'optional'
  /** A member that is suspended may still call this one: reading the reason, exporting, deleting. */
  suspendedAllowed?: boolean
  status?: 200 | 201 | 202
  response: z.ZodType
  /** Media types of the answer where it is a file and not JSON. */
  file?: readonly string[]
  /** What the call itself may fail with, besides what follows from its shape (server/http/failures.ts). */
  failures?: readonly ErrorCode[]
  /** The answer is a text/event-stream whose events have the shape of `response`. */
  stream?: boolean
}

/** Keeps the literal types of a call, so that server and client are both typed by it. */
export function defineCall<const C extends CallShape>(call: C): C {
  return call
}
