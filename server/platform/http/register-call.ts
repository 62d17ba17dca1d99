import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type * as z from 'zod'
import type { CallShape } from '#contract/call.ts'
import { codeOfIssue, fieldErrors } from '#contract/field-code.ts'
import { hasRole } from '#contract/people/roles.ts'
import { ME, UserIdOrName } from '#contract/people/users.ts'
import { AppError } from '../errors.ts'
import { compileSerializer } from '../serialize.ts'
import type { Member, Viewer } from '../viewer.ts'
import { admitToken } from './access-tokens.ts'
import { withRawBodies } from './bodies.ts'
import { refuseDeletedMember, resolveViewer } from './resolve-viewer.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
/** A handler's result: the contract's response without `success: true`, which every response gets. */
type Answer<C extends CallShape> = C['response'] extends z.ZodType ? Omit<z.input<C['response']>, 'success'> : never

export interface CallInput<C extends CallShape> {
  viewer: C['auth'] extends 'member' ? Member : Viewer
  params: Parsed<C['params']>
  query: Parsed<C['query']>
  body: Parsed<C['body']>
  request: FastifyRequest
  reply: FastifyReply
}

export interface CallOptions {
  /** Requests per minute and address; defaults to the server's limit. */
  perMinute?: number
}

/** Returned when the handler has sent the response itself: a stream or a file. */
export class HijackedReply {
  readonly reply: FastifyReply
  constructor(reply: FastifyReply) {
    this.reply = reply
  }
}

/** Sends a file that no cache may store. */
export const sendUncached = (reply: FastifyReply, { bytes, mime }: { bytes: Buffer; mime: string }): HijackedReply =>
  new HijackedReply(reply.type(mime).header('cache-control', 'no-store').send(bytes))

const JSON_TYPE = 'application/json; charset=utf-8'
const SHARED_HEADERS = { 'content-type': JSON_TYPE }

/**
 * Serves one call of the contract: resolves the viewer, validates params, query and body, runs the handler, and writes
 * the fields that the response schema declares. Handlers do not need to handle a deletion of the member during the request. Calls with
 * files read their body themselves (http/multipart.ts, bodies.ts).
 */
export function registerCall<const C extends CallShape>(
  app: FastifyInstance,
  call: C,
  handler: (input: CallInput<C>) => Promise<Answer<C> | HijackedReply>,
  options: CallOptions = {},
): void {
  const serialize = compileSerializer(call.response)
  const textOf = (answer: Answer<C>): string => serialize({ success: true, ...answer })
  const route: RouteOptions = {
    method: call.method,
    url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { call, ...(options.perMinute ? { rateLimit: { max: options.perMinute, timeWindow: 60_000 } } : {}) },
    async handler(request, reply) {
      const viewer = await resolveViewer(request, call.worksWithoutDatabase)
      if (viewer.kind === 'member' && viewer.scopes) await admitToken(request, viewer.scopes, call)
      if (call.auth === 'member') requireMember(viewer, call)
      if (call.freshProof && viewer.kind === 'member') await request.server.requireFreshProof(viewer)
      if (call.bytes || (call.files && request.isMultipart())) await request.server.requireDiskSpace()
      const input = {
        viewer,
        params: resolveMe(call, parse(call.params, request.params, 'params'), viewer),
        query: parse(call.query, request.query, 'query'),
        body: call.multipart && request.isMultipart() ? undefined : parse(call.body, request.body ?? {}, 'body'),
        request,
        reply,
      } as CallInput<C>
      if (call.shared && isFirstPage(input.query)) {
        const key = [call.path, input.params ?? null, input.query ?? null, viewer.kind === 'visitor' && viewer.language]
        const make = async () => ({ body: textOf(withoutReply(await handler(input))), headers: SHARED_HEADERS })
        return request.server.microCache.send(request, reply, { seconds: call.shared, key }, make)
      }
      const answer = await handler(input).catch((error: unknown) => refuseDeletedMember(request, error))
      if (answer instanceof HijackedReply) return answer.reply
      return reply
        .code(call.status ?? 200)
        .type(JSON_TYPE)
        .send(Buffer.from(textOf(answer)))
    },
  }
  if (call.bytes) withRawBodies(app, (scope) => scope.route(route))
  else app.route(route)
}

function withoutReply<A>(answer: A | HijackedReply): A {
  if (answer instanceof HijackedReply) throw new TypeError('A shared answer is JSON')
  return answer
}

/** A cursor may name one visitor's visit. */
const isFirstPage = (query: unknown): boolean => (query as { cursor?: unknown } | undefined)?.cursor === undefined

function requireMember(viewer: Viewer, call: CallShape): void {
  if (viewer.kind !== 'member') throw new AppError('auth.required')
  if (viewer.suspended && !call.suspendedAllowed) throw new AppError('auth.accountSuspended')
  if (call.role && !hasRole(viewer.role, call.role))
    throw new AppError(viewer.lacksSecondFactor ? 'auth.secondFactorNeeded' : 'auth.forbidden')
}

/** Replaces the user `me` with the calling member's id; throws auth.required for visitors. */
function resolveMe<P>(call: CallShape, params: P, viewer: Viewer): P {
  if (call.params !== UserIdOrName || (params as { id: string }).id.toLowerCase() !== ME) return params
  if (viewer.kind !== 'member') throw new AppError('auth.required')
  return { ...params, id: viewer.userId }
}

/** Parses with a contract schema. Throws a 400 that lists every invalid field. */
export function parse<S extends z.ZodType | undefined>(
  schema: S,
  value: unknown,
  part: 'params' | 'query' | 'body',
): Parsed<S> {
  if (!schema) return undefined as Parsed<S>
  const result = schema.safeParse(value, { error: codeOfIssue })
  if (result.success) return result.data as Parsed<S>
  const errors = fieldErrors(result.error)
  const cursorOnly = part === 'query' && errors.every((error) => error.code === 'invalidCursor')
  throw new AppError(cursorOnly ? 'cursor.invalid' : 'request.invalid', { errors })
}
