import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
const { token } = await buildMember(app, { role: 'admin' })
const port = await portOf(app.app)

async function portOf(server: FastifyInstance): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}

const HALF = Buffer.alloc(1024 * 1024, ' ')
const takingJson = (Object.values(calls) as CallShape[]).filter(({ body, bytes, multipart }) => {
  return body && !bytes && multipart !== 'required'
})

/** Sends a body in two halves, the second after the server could have closed the connection, and returns the response. */
async function send({ method, path }: CallShape, to: number, headers: Record<string, string>) {
  const address = { port: to, host: '127.0.0.1', path: `/api${path.replace(/\{\w+\}/g, 'x')}` }
  const authorization = `Bearer ${token}`
  const sent = request({
    ...address,
    method,
    headers: { ...headers, authorization, 'content-type': 'application/json' },
    agent: false,
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.write(HALF)
  await Promise.race([sleep(50), answered])
  sent.end(HALF)
  const [response] = await answered
  const { code } = (await json(response)) as { code: string }
  return [path, response.statusCode, code]
}

async function expectAnswers(to: number, headers: Record<string, string>, status: number, code: string) {
  const answers = await Promise.all(takingJson.map((call) => send(call, to, headers)))
  expect(answers).toEqual(takingJson.map(({ path }) => [path, status, code]))
}

const CHUNKED = { 'transfer-encoding': 'chunked' }
test.each([
  ['of known length', { 'content-length': String(2 * HALF.length) }],
  ['in chunks', CHUNKED],
])('every call that takes JSON answers a large body %s with 413', async (_name, headers) => {
  await expectAnswers(port, headers, 413, 'request.tooLarge')
})

test('a server that is stopping answers before it closes the connection', async () => {
  const stopping = await createApp(app.deps, { isDraining: () => true, checks: async () => ({}), webRoot: null })
  onTestFinished(() => stopping.close())
  await expectAnswers(await portOf(stopping), CHUNKED, 503, 'server.draining')
})
