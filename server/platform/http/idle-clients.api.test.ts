import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { CallShape } from '#contract/call.ts'
import { type Bounds, createGate, REQUEST_KINDS, type RequestKind } from '../load/gate.ts'
import { admitRequests } from './admit-requests.ts'

const PLACES = 3
const LIMITS = { everyMs: 100, leastBytes: 2000 }
/** More than the buffers of both ends of a connection hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024)
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function listening() {
  const app = Fastify({ bodyLimit: LARGE.length })
  const bounds = Object.fromEntries(
    REQUEST_KINDS.map((kind) => [kind, { running: PLACES, waiting: 50, waitMs: 20_000 }]),
  ) as Bounds
  const pressure = { isStrained: () => false, isOverloaded: () => false }
  admitRequests(app, createGate(bounds, pressure), LIMITS)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
  app.get('/', async (_request, reply) => reply.send(LARGE))
  app.get('/media/:key', async (_request, reply) => reply.send(LARGE))
  app.post('/', async () => ({ done: true }))
  app.post('/upload', { config: { call: { bytes: true } as unknown as CallShape } }, async () => ({ done: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  closers.push(() => app.close())
  return (app.server.address() as AddressInfo).port
}

async function connected(port: number, head: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${head}\r\nhost: x\r\n`)
  return socket
}
const PATHS: Record<RequestKind, string> = {
  read: 'GET / HTTP/1.1',
  media: 'GET /media/key HTTP/1.1',
  write: 'POST / HTTP/1.1',
  upload: 'POST /upload HTTP/1.1',
}
const hasBody = (kind: RequestKind) => kind === 'write' || kind === 'upload'

/** Clients that hold a place each: they read nothing, or send their body one byte at a time. */
async function idleClient(port: number, kind: RequestKind): Promise<void> {
  const socket = await connected(port, PATHS[kind])
  socket.pause()
  socket.write(hasBody(kind) ? 'content-type: a/b\r\ncontent-length: 100000\r\n\r\n' : '\r\n')
  const trickle = setInterval(() => hasBody(kind) && !socket.destroyed && socket.write('x'), 20)
  closers.push(() => clearInterval(trickle))
}

async function served(port: number, kind: RequestKind): Promise<number> {
  const [method = '', path = ''] = PATHS[kind].split(' ')
  const body = hasBody(kind) ? { body: 'x', headers: { 'content-type': 'a/b' } } : {}
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...body })
  await answer.arrayBuffer()
  return answer.status
}

test.each(REQUEST_KINDS)('idle clients do not keep the places of others (%s)', async (kind) => {
  const port = await listening()
  for (let place = 0; place < 2 * PLACES; place += 1) await idleClient(port, kind)
  await sleep(LIMITS.everyMs)
  expect(await served(port, kind)).toBe(200)
})

test.each(REQUEST_KINDS)('a slow client keeps its place while no request waits for it (%s)', async (kind) => {
  const port = await listening()
  for (let place = 0; place < PLACES - 1; place += 1) await idleClient(port, kind)
  const slow = await connected(port, PATHS[kind])
  if (!hasBody(kind)) slow.pause()
  slow.write(hasBody(kind) ? 'content-type: a/b\r\ncontent-length: 2\r\n\r\nx' : '\r\n')
  await sleep(4 * LIMITS.everyMs)
  expect(slow.destroyed).toBe(false)
  let received = 0
  slow.on('data', (chunk) => {
    received += chunk.length
  })
  slow.resume()
  if (hasBody(kind)) slow.write('x')
  await expect.poll(() => received).toBeGreaterThan(hasBody(kind) ? 0 : LARGE.length)
})

test.each(['write', 'upload'] as const)('a client that sends steadily keeps its place (%s)', async (kind) => {
  const port = await listening()
  const steady = await Promise.all(Array.from({ length: PLACES }, () => connected(port, PATHS[kind])))
  for (const socket of steady) socket.write('content-type: a/b\r\ncontent-length: 100000\r\n\r\n')
  const waiting = served(port, kind)
  for (let piece = 0; piece < 20; piece += 1) {
    for (const socket of steady) socket.write('x'.repeat(5000))
    await sleep(LIMITS.everyMs / 4)
  }
  expect(await waiting).toBe(200)
  expect(steady.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
})
