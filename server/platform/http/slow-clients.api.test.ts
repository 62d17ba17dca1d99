import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { randomPicture } from '#test/random-picture.ts'
import { abortSlowBodies, limitConnections } from './slow-clients.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function listening(prepare: (app: FastifyInstance) => void) {
  const app = Fastify()
  prepare(app)
  app.post('/', async (request) => ({ received: JSON.stringify(request.body).length }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  closers.push(() => app.close())
  return (app.server.address() as AddressInfo).port
}

async function connected(port: number): Promise<{ socket: Socket; closed: Promise<unknown>; text: () => string }> {
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  // Any end of the connection counts, including a reset.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, closed, text: () => text }
}

const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

test.each(['content-length: 5000', 'transfer-encoding: chunked'])(
  'aborts a body that trickles (%s)',
  async (length) => {
    const port = await listening((app) => abortSlowBodies(app, { everyMs: 100, leastBytes: 50 }))
    const { socket, closed } = await connected(port)
    socket.write(`${HEAD}${length}\r\n\r\n`)
    const trickle = setInterval(() => socket.write(length.startsWith('content') ? ' ' : '1\r\n \r\n'), 20)
    closers.push(() => clearInterval(trickle))
    await closed
    expect(socket.destroyed).toBe(true)
  },
)

test('does not abort a body that arrives steadily', async () => {
  const port = await listening((app) => abortSlowBodies(app, { everyMs: 50, leastBytes: 10 }))
  const { socket, text } = await connected(port)
  socket.write(`${HEAD}content-length: 1000\r\n\r\n"`)
  for (let piece = 0; piece < 10; piece += 1) {
    socket.write('x'.repeat(piece < 9 ? 100 : 98))
    await sleep(20)
  }
  socket.write('"')
  await expect.poll(text).toContain('{"received":1000}')
})

test('aborts an endless upload, stores nothing of it and serves others meanwhile', async () => {
  const site = await createTestApp({}, { slowBodies: { everyMs: 100, leastBytes: 50 } })
  closers.push(() => site.stop())
  const { token } = await buildMember(site)
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { socket, closed } = await connected((site.app.server.address() as AddressInfo).port)
  const head = `POST /api/meme HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: 900000\r\n`
  const part =
    '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  socket.write(`${head}content-type: multipart/form-data; boundary=b\r\n\r\n${part}`)
  socket.write(await randomPicture('a picture that stops half way').then((bytes) => bytes.subarray(0, 1000)))
  const staged = () => readdir(site.deps.stagingDir).catch(() => [])
  await expect.poll(staged).toHaveLength(1)
  const trickle = setInterval(() => socket.write('x'), 20)
  closers.push(() => clearInterval(trickle))
  expect((await site.call('GET', '/users/me', { token })).status).toBe(200)
  await closed
  await expect.poll(staged).toEqual([])
})

test('refuses another connection from a network at its limit until one closes', async () => {
  const port = await listening((app) => limitConnections(app.server, 2, () => true))
  const first = await connected(port)
  await connected(port)
  const third = await connected(port)
  await third.closed
  first.socket.end()
  await first.closed
  const fourth = await connected(port)
  fourth.socket.write(`${HEAD}content-length: 3\r\n\r\n"x"`)
  await expect.poll(fourth.text).toContain('{"received":3}')
})
