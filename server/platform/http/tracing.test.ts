import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApp } from '#test/app-process.ts'

interface Span {
  name: string
  traceId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}
interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

/** A collector on loopback that accepts OTLP over HTTP as JSON. */
const batches: Batch[] = []
let sent = ''
const collector = createServer(async (request, response) => {
  const body = await text(request)
  sent += `${request.url} ${body}\n`
  if (request.url === '/v1/traces') batches.push(JSON.parse(body) as Batch)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
beforeEach(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterEach(() => {
  collector.close()
  collector.closeAllConnections()
})

test('requests and jobs are exported as spans without their content', { timeout: 120_000 }, async () => {
  const { port } = collector.address() as AddressInfo
  const site = await startApp({
    OCR: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: 'memes-of-lan',
  })
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const secret = 'word-that-nobody-else-may-read'
  const found = await fetch(`${site.url}/api/users/nobody/followers?token=${secret}`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, cookie: secret },
  })
  const person = { email: 'lan@example.com', username: 'lan', password: secret }
  const registered = await fetch(`${site.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  expect(registered.status).toBe(201)
  const spans = () =>
    batches.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
    )
  await expect.poll(() => spans().map(({ name }) => name), { timeout: 30_000 }).toContain('job send-mail')
  expect(await site.stop()).toBe(0)

  const request = spans().find((span) => span.traceId === traceId)
  expect(request).toMatchObject({ name: 'GET /api/users/:id/followers', parentSpanId: '00f067aa0ba902b7' })
  const attributes = Object.fromEntries(
    (request?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  )
  expect(attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/users/:id/followers',
    'http.response.status_code': 404,
    'error.type': 'user.notFound',
    'memeroom.request_id': found.headers.get('x-request-id'),
  })
  const [{ resource } = { resource: { attributes: [] } }] = batches.flatMap(({ resourceSpans }) => resourceSpans)
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'memes-of-lan' } })
  expect(sent).not.toContain(secret)
})
