import type { FastifyRequest } from 'fastify'
import { ACCESS_TOKEN_PREFIX } from '#contract/auth/tokens.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '../errors.ts'
import { isUnavailable } from '../unavailable.ts'
import { languageOf, type Member, type TokenReader, type Viewer, type Visitor } from '../viewer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readToken: TokenReader
    /** Throws auth.confirmFirst without a fresh proof. */
    requireFreshProof: (viewer: Member) => Promise<void>
    /** Throws upload.diskFull. */
    requireDiskSpace: () => Promise<void>
  }
  interface FastifyRequest {
    /** Set after authentication, for the security log. */
    memberId?: string
    failure?: ErrorCode
  }
}

/** A session token is 32 random bytes, or signed in three parts if it is of release 0.1.0; an access token has a prefix. */
const BEARER = new RegExp(`^Bearer +((?:${ACCESS_TOKEN_PREFIX})?[\\w-]{43}|[\\w-]+\\.[\\w-]+\\.[\\w-]+)$`, 'i')

function bearerOf(header: string): string | undefined {
  return BEARER.exec(header)?.[1]
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  kind: 'visitor',
  language: languageOf(request.headers['accept-language']),
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
})

export type PresentedMember = NonNullable<Awaited<ReturnType<TokenReader>>>

const presented = new WeakMap<FastifyRequest, Promise<PresentedMember | null>>()

/** Returns the member with the token in the Authorization header, read once per request. Throws auth.tokenInvalid. */
export async function readAuthorization(request: FastifyRequest): Promise<PresentedMember> {
  const token = bearerOf(request.headers.authorization ?? '')
  const reading = presented.get(request) ?? (token ? request.server.readToken(token) : Promise.resolve(null))
  presented.set(request, reading)
  const member = await reading
  if (!member) throw new AppError('auth.tokenInvalid')
  return member
}

/** `resolveViewer` for a request that is still open: its session may have ended since. */
export function resolveViewerAgain(request: FastifyRequest): Promise<Viewer> {
  presented.delete(request)
  return resolveViewer(request)
}

/** PostgreSQL SQLSTATEs of violated constraints: not null, and foreign key. */
const CONSTRAINT_VIOLATED = /^23/

/** Throws auth.tokenInvalid if an error occurred because the member was deleted during the request, otherwise the error. */
export async function refuseDeletedMember(request: FastifyRequest, error: unknown): Promise<never> {
  const { code } = error as { code?: unknown }
  if (request.memberId !== undefined && CONSTRAINT_VIOLATED.test(String(code))) await resolveViewerAgain(request)
  throw error
}

/**
 * Resolves the viewer of a request. An invalid token is a 401 on every call, including public ones. If the database is down, a
 * token that cannot be checked is a 503, or ignored if the call works without the database.
 */
export async function resolveViewer(request: FastifyRequest, worksWithoutDatabase = false): Promise<Viewer> {
  const visitor = visitorOf(request)
  if (request.headers.authorization === undefined) return visitor
  const member = await readAuthorization(request).catch((error: unknown) => {
    if (worksWithoutDatabase && isUnavailable(error)) return null
    throw error
  })
  if (!member) return visitor
  request.memberId = member.userId
  return { ...visitor, ...member, kind: 'member' }
}
