import type { FastifyInstance, FastifyRequest } from 'fastify'

const REQUESTS_PER_MINUTE = 600

/**
 * Returns a check that gives Retry-After in seconds for a network that requested too many pages that need the database,
 * otherwise null.
 * @param options replaces the number of requests a minute, and the network as the key
 */
export function createPageRate(
  app: FastifyInstance,
  options: { max?: number; keyGenerator?: (request: FastifyRequest) => string } = {},
): (request: FastifyRequest) => Promise<number | null> {
  if (!app.hasDecorator('createRateLimit')) return async () => null
  const count = app.createRateLimit({ max: REQUESTS_PER_MINUTE, timeWindow: 60_000, allowList: [], ...options })
  return async (request) => {
    const rate = await count(request)
    return !rate.isAllowed && rate.isExceeded ? Math.max(1, rate.ttlInSeconds) : null
  }
}
