import type { FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Deps } from '../deps.ts'
import type { Member } from '../viewer.ts'
import { createOpenStreams } from './open-streams.ts'
import { resolveViewer } from './resolve-viewer.ts'

/** A bus that a test disconnects, and a request with a session that it ends. */
async function open() {
  let reconnect = (_isListening: boolean) => {}
  const bus = {
    on: () => {},
    onListening: (listener: typeof reconnect) => {
      reconnect = listener
    },
  }
  const streams = createOpenStreams({ bus, log: { info: () => {} } } as unknown as Pick<Deps, 'bus' | 'log'>)
  const readToken = vi.fn(async (): Promise<object | null> => ({ userId: 'u', sessionId: 's', suspended: false }))
  const headers = { authorization: `Bearer ${'a'.repeat(43)}` }
  const request = { headers, ip: '127.0.0.1', server: { readToken } } as unknown as FastifyRequest
  const viewer = (await resolveViewer(request)) as Member
  return { streams, readToken, request, viewer, reconnect: () => reconnect(true) }
}

test('a stream ends after the connection returns if its session ended in between', async () => {
  const { streams, readToken, request, viewer, reconnect } = await open()
  const end = vi.fn()
  await streams.watch(request, viewer, end)
  reconnect()
  await vi.waitFor(() => expect(readToken).toHaveBeenCalledTimes(3))
  expect(end).not.toHaveBeenCalled()
  readToken.mockResolvedValue(null)
  reconnect()
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce())
})

test('a stream does not open if its session ended since the request came', async () => {
  const { streams, readToken, request, viewer } = await open()
  readToken.mockResolvedValue(null)
  await expect(streams.watch(request, viewer, vi.fn())).rejects.toMatchObject({ code: 'auth.tokenInvalid' })
})
