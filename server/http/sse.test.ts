import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readEvents } from '#test/event-stream.ts'
import { createEventStreams } from './sse.ts'

test('heartbeats go through while nothing happens, without an id to resume from', async () => {
  const app = Fastify()
  const streams = createEventStreams(app, 0.05)
  app.get('/', (_request, reply) => {
    streams.open(reply).send('1', { first: true })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { port } = app.server.address() as AddressInfo
    const { events } = await readEvents(`http://127.0.0.1:${port}/`, {
      token: '',
      until: (event) => event.name === 'heartbeat',
    })
    expect(events.map(({ id, name, data }) => [id, name, data])).toEqual([
      ['1', undefined, { first: true }],
      [undefined, 'heartbeat', { type: 'heartbeat' }],
    ])
  } finally {
    await app.close()
  }
})
