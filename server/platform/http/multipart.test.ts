import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readMultipart } from './multipart.ts'

test('a body from a disconnected sender fails at once as malformed', async () => {
  const app = Fastify()
  await app.register(multipart)
  const outcome = Promise.withResolvers<unknown>()
  const sender = new AbortController()
  app.post('/', async (request) => {
    const gone = new Promise((resolve) => request.raw.once('close', resolve))
    sender.abort()
    await gone
    readMultipart(request, { fileFields: ['image'], maxFiles: 1, maxFileBytes: 1000 }, async () => {}).then(
      outcome.resolve,
      outcome.reject,
    )
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const body = new ReadableStream({
      start: (to) => to.enqueue(new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n')),
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const request = { method: 'POST', body, duplex: 'half', headers, signal: sender.signal }
    await expect(fetch(origin, request as RequestInit)).rejects.toThrow()
    await expect(outcome.promise).rejects.toMatchObject({ code: 'request.malformed' })
  } finally {
    await app.close()
  }
})
