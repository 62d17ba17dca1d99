import { createRequire } from 'node:module'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Memeroom API</title>
<link rel="stylesheet" href="/api/docs/files/swagger-ui.css">
</head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/files/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`

// No validator, because its badge would load from a third-party site.
const START = `window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })`

/** Removes the Trusted Types directives: Swagger UI writes markup, all of it from the site's API description. */
const withoutTrustedTypes = (policy: string) => policy.replace(/;(?:require-)?trusted-types[^;]*/g, '')

/** Serves the OpenAPI document as JSON and as a page; all files come from this server. */
export function docsRoutes(app: FastifyInstance): void {
  // Built on the first request, after all routes are registered.
  let description: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    description ??= JSON.stringify(
      openApi((call) => app.hasRoute({ method: call.method, url: `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}` })),
    )
    return reply.type('application/json; charset=utf-8').send(description)
  })
  app.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', withoutTrustedTypes(String(reply.getHeader('content-security-policy'))))
      .send(PAGE),
  )
  app.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START))
  app.register(fastifyStatic, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/files/',
    decorateReply: false,
    allowedPath: (name) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(name),
  })
}
