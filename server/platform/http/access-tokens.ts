import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CALL_SCOPES, scopeOf } from '#contract/auth/scopes.ts'
import { ACCESS_TOKEN_PREFIX, type Scope } from '#contract/auth/tokens.ts'
import type { CallShape } from '#contract/call.ts'
import { ACCESS_TOKEN_CALLS_PER_MINUTE } from '#contract/limits.ts'
import { AppError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request with a valid access token and returns Retry-After if it exceeds the limit; null without rate limits. */
    countTokenUse: ((request: FastifyRequest) => Promise<{ retryAfterSeconds: number } | null>) | null
  }
}

const PREFLIGHT_MAX_AGE_SECONDS = 7200
const ALLOWED_HEADERS = 'authorization, content-type, accept-language, last-event-id'

/**
 * Rejects a call that the token's scopes do not cover, or that exceeds the token's calls per minute. Throws auth.scopeMissing,
 * request.rateLimited.
 */
export const admitToken = (request: FastifyRequest, scopes: readonly Scope[], call: CallShape): Promise<void> =>
  admitScope(request, scopes, scopeOf(call))

/** The same for a request that needs a scope; without one, it accepts only sessions. */
export async function admitScope(
  request: FastifyRequest,
  scopes: readonly Scope[],
  needed: Scope | 'any' | undefined,
): Promise<void> {
  const full = await request.server.countTokenUse?.(request)
  if (full) throw new AppError('request.rateLimited', full)
  if (needed === undefined || (needed !== 'any' && !scopes.includes(needed))) throw new AppError('auth.scopeMissing')
}

/** Registers rate limits per access token, independent of the network. Call it after the site's rate limits are registered. */
export function limitTokens(app: FastifyInstance): void {
  const count = app.hasDecorator('createRateLimit')
    ? app.createRateLimit({
        max: ACCESS_TOKEN_CALLS_PER_MINUTE,
        timeWindow: 60_000,
        allowList: [],
        keyGenerator: (request) => presentedToken(request),
      })
    : null
  app.decorate(
    'countTokenUse',
    count &&
      (async (request: FastifyRequest) => {
        const rate = await count(request)
        return !rate.isAllowed && rate.isExceeded ? { retryAfterSeconds: Math.max(1, rate.ttlInSeconds) } : null
      }),
  )
}

/**
 * Sends CORS headers for calls with an access token, which the token's holder gave to the other site. All other calls,
 * especially those with sessions, remain closed to other sites: without these headers a browser hides the response from the
 * page.
 */
export function openToOtherSites(app: FastifyInstance): void {
  const withToken = new Set(Object.keys(CALL_SCOPES).map((key) => patternOf(key.replace(' ', ' /api'))))
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin === undefined) return
    if (request.method === 'OPTIONS') {
      const method = String(request.headers['access-control-request-method'] ?? '')
      if (!withToken.has(patternOf(`${method} ${request.routeOptions.url}`))) return
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': method,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
      })
    } else if (presentedToken(request).startsWith(ACCESS_TOKEN_PREFIX)) {
      reply.headers({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after, x-request-id',
      })
    }
  })
}

/** Returns the token without its scheme, in any spelling. */
const presentedToken = (request: FastifyRequest) => (request.headers.authorization ?? '').replace(/^Bearer +/i, '')

/** Returns method and route with parameter names removed. */
const patternOf = (route: string) => route.replace(/:\w+|\{\w+\}/g, ':')
