import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readEvents } from '#test/event-stream.ts'
import { createChangeBus } from '../change-bus/change-bus.ts'
import { type Member, NO_FILTERS } from '../viewer.ts'
import { resolveViewer } from './resolve-viewer.ts'
import { createEventStreams } from './sse.ts'

const MEMBER = {
  userId: 'member',
  username: 'member',
  sessionId: 'session',
  confirmedAt: new Date(),
  contentLanguage: 'en',
  suspended: false,
  role: 'member',
  filters: NO_FILTERS,
} as const

test('sends heartbeats without an event id while idle', async () => {
  const app = Fastify()
  app.decorate('readToken', async () => MEMBER)
  const streams = createEventStreams(
    app,
    { bus: createChangeBus({ listen: async () => ({ close: async () => {} }) }), log: app.log },
    0.05,
  )
  app.get('/', async (request, reply) => {
    const viewer = await resolveViewer(request)
    const stream = await streams.open(request, reply, viewer as Member)
    stream.send('1', { first: true })
    return reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { port } = app.server.address() as AddressInfo
    const { events } = await readEvents(`http://127.0.0.1:${port}/`, {
      token: 'one.two.three',
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
