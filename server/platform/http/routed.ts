import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Whether a request is for the API, including unknown URLs below /api. Decided by the matched route, not by the URL, which can
 * be spelled in several ways: `/%61pi/tags`, `http://host/api/tags`.
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
 * Registered last: a URL known only with other methods is a 405 that lists them (a 204 for OPTIONS), and every other URL below
 * /api is a 404.
 */
export function registerFallbackRoutes(app: FastifyInstance, routes: RouteTable): void {
  app.register(async (scope) => {
    const methods = scope.supportedMethods.filter((method) => method !== 'OPTIONS')
    // A copy, since routes added here join the table.
    for (const { url, methods: known } of [...routes.values()]) {
      if (known.has('OPTIONS')) continue
      const allow = [...[...known].sort(), 'OPTIONS'].join(', ')
      const others = methods.filter((method) => !known.has(method))
      scope.route({
        method: others,
        url,
        exposeHeadRoute: false,
        // Before the body is read, which may have any type and size.
        preParsing: async (_request, reply) => {
          reply.header('allow', allow)
          throw new AppError('request.methodNotAllowed')
        },
        handler: async () => undefined,
      })
      scope.options(url, async (_request, reply) => reply.code(204).header('allow', allow).send())
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
