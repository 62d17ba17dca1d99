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

/**
 * Resolves the viewer of a request. An invalid token is a 401 on every call, including public ones. If the database is down, a
 * token that cannot be checked is a 503, or ignored if the call works without the database.
 */
export async function resolveViewer(request: FastifyRequest, worksWithoutDatabase = false): Promise<Viewer> {
  const visitor = visitorOf(request)
  const header = request.headers.authorization
  const orVisitor = (error: unknown): 'unknown' => {
    if (worksWithoutDatabase && isUnavailable(error)) return 'unknown'
    throw error
  }
  if (header === undefined) return visitor
  const token = bearerOf(header)
  const member = token ? await request.server.readToken(token).catch(orVisitor) : null
  if (member === 'unknown') return visitor
  if (!member) throw new AppError('auth.tokenInvalid')
  request.memberId = member.userId
  return { ...visitor, ...member, kind: 'member' }
}
