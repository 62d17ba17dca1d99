import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { languageOf, type TokenReader, type Viewer } from '../viewer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readToken: TokenReader
  }
}

/** Resolves the viewer of a request. An invalid token is a 401 on every call, including public ones. */
export async function resolveViewer(request: FastifyRequest): Promise<Viewer> {
  const asker = {
    language: languageOf(request.headers['accept-language']),
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 400),
  }
  const header = request.headers.authorization
  if (header === undefined) return { kind: 'visitor', ...asker }
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]
  const member = token ? await request.server.readToken(token) : null
  if (!member) throw new AppError('auth.tokenInvalid')
  return { kind: 'member', ...asker, ...member }
}
