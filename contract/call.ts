import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Role } from './people/roles.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface CallShape {
  method: Method
  /** Path below /api, with parameters as {name}. */
  path: `/${string}`
  summary: string
  /** Permitted callers: everyone, or members with a bearer token. */
  auth: 'public' | 'member'
  /** Open to strangers even on a site for members only; all other calls need a member there. */
  strangers?: 'always'
  /** The minimum role required; without it, any member may call. */
  role?: Exclude<Role, 'member'>
  /** Served while the database is down: a token that cannot be checked is then treated as absent. */
  worksWithoutDatabase?: true
  /** Refused with auth.confirmFirst unless the member signed in or confirmed within FRESH_PROOF_SECONDS. */
  freshProof?: true
  tag: string
  params?: z.ZodType
  query?: z.ZodType
  /** JSON body, or the fields of a multipart body when `files` is given. */
  body?: z.ZodType
  /** Names of the file fields of a multipart body. `multipart: 'optional'` accepts JSON as well. */
  files?: readonly string[]
  multipart?: 'required' | 'optional'
  /** The body is the bytes of one file, of any media type. */
  bytes?: true
  /** Suspended members may call it too: to read the reason, export their data or delete the account. */
  suspendedAllowed?: boolean
  status?: 200 | 201 | 202
  response: z.ZodType
  /** Media types of the response if it is a file and not JSON. */
  file?: readonly string[]
  /**
   * Visitors' requests with the same query and language share one answer for this many seconds, until a change that they may see.
   * Requests with a session or a cursor never share one.
   */
  shared?: number
  /** Errors specific to this call; those that follow from its shape are added in server/platform/http/failures.ts. */
  failures?: readonly ErrorCode[]
  /** The response is a text/event-stream, and each event has the shape of `response`. */
  stream?: boolean
}

/** A method and a path, such as `GET /users/me`. */
type Address = `${Method} /${string}`
interface At<A extends Address> {
  method: A extends `${infer M extends Method} ${string}` ? M : never
  path: A extends `${string} /${infer P}` ? `/${P}` : never
}

/** Preserves the literal types of a call so that server and client are both typed by it. */
export function defineCall<const A extends Address, const C extends Omit<CallShape, 'method' | 'path'>>(
  address: A,
  call: C,
): C & At<A> {
  const [method, path] = address.split(' ')
  return { ...call, ...({ method, path } as At<A>) }
}
