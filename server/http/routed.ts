import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Whether a request is one of the API, unknown addresses below /api included. The route that it matched decides and not
 * its address, which may be spelled in several ways: `/%61pi/tags`, `http://host/api/tags`.
 */
export const isApi = (request: FastifyRequest): boolean => /^\/api(\/|$)/.test(request.routeOptions.url ?? '')

interface Route {
  url: string
  methods: Set<string>
}

/** The routes of a server as they are added, by their pattern; names of parameters make no difference. */
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
 * The last of all routes: what is known by another method only is a 405 that names its methods (OPTIONS is told them with
 * a 204), and every other address below /api is a 404.
 */
export function answerTheRest(app: FastifyInstance, routes: RouteTable): void {
  app.register(async (scope) => {
    const methods = scope.supportedMethods.filter((method) => method !== 'OPTIONS')
    // A copy, as each route added here joins the table.
    for (const { url, methods: known } of [...routes.values()]) {
      if (known.has('OPTIONS')) continue
      const allow = [...[...known].sort(), 'OPTIONS'].join(', ')
      const others = methods.filter((method) => !known.has(method))
      scope.route({
        method: others,
        url,
        exposeHeadRoute: false,
        // Before the body is read, which may be of any type and size.
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
