import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { languageOf, type TokenReader, type Viewer, type Visitor } from '../viewer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readToken: TokenReader
  }
}

/** The sender of a request as a visitor; a bearer token is ignored. */
export const visitorOf = (request: FastifyRequest): Visitor => ({
  kind: 'visitor',
  language: languageOf(request.headers['accept-language']),
  address: request.ip,
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
})

/** Resolves the viewer of a request. An invalid token is a 401 on every call, including public ones. */
export async function resolveViewer(request: FastifyRequest): Promise<Viewer> {
  const visitor = visitorOf(request)
  const header = request.headers.authorization
  if (header === undefined) return visitor
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]
  const member = token ? await request.server.readToken(token) : null
  if (!member) throw new AppError('auth.tokenInvalid')
  return { ...visitor, ...member, kind: 'member' }
}
