import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { OPEN_TO_STRANGERS } from './close-to-strangers.ts'

/**
 * Returns true if a request is for the API, including unknown URLs below /api. Decides by the matched route, because the URL has
 * several spellings: `/%61pi/tags`, `http://host/api/tags`.
 */
export const isApi = (request: FastifyRequest): boolean => /^\/api(\/|$)/.test(request.routeOptions.url ?? '')

interface Route {
  url: string
  methods: Set<string>
}

/** The registered routes by pattern, ignoring parameter names. */
export type RouteTable = Map<string, Route>

export function collectRoutes(app: FastifyInstance): RouteTable {
  const routes: RouteTable = new Map()
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = url.replace(/:\w+/g, ':')
    const route = routes.get(pattern) ?? { url, methods: new Set<string>() }
    routes.set(pattern, route)
    for (const one of [method].flat()) route.methods.add(one)
  })
  return routes
}

/**
 * Registers fallback routes; call it last. A URL that exists only with other methods is a 405 that lists them (a 204 for
 * OPTIONS). Every other URL below /api is a 404.
 */
export function registerFallbackRoutes(app: FastifyInstance, routes: RouteTable): void {
  app.register(async (scope) => {
    const methods = scope.supportedMethods.filter((method) => method !== 'OPTIONS')
    // Iterate over a copy, since routes added here join the table.
    for (const { url, methods: known } of [...routes.values()]) {
      if (known.has('OPTIONS')) continue
      const allow = [...[...known].sort(), 'OPTIONS'].join(', ')
      const others = methods.filter((method) => !known.has(method))
      scope.route({
        method: others,
        url,
        exposeHeadRoute: false,
        // Respond before reading the body, which may have any type and size.
        preParsing: async (_request, reply) => {
          reply.header('allow', allow)
          throw new AppError('request.methodNotAllowed')
        },
        handler: async () => undefined,
      })
      scope.options(url, { config: OPEN_TO_STRANGERS }, async (_request, reply) =>
        reply.code(204).header('allow', allow).send(),
      )
    }
    for (const url of ['/api', '/api/*'])
      scope.route({
        method: scope.supportedMethods,
        url,
        exposeHeadRoute: false,
        preParsing: async () => {
          throw new AppError('request.notFound')
        },
        handler: async () => undefined,
      })
  })
}
