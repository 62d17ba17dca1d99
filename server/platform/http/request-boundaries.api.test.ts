import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { errorText } from '#server/platform/errors.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()
await app.app.listen({ port: 0, host: '127.0.0.1' })
const port = (app.app.server.address() as AddressInfo).port

/** Returns everything that the server sends on a connection after these bytes, until the connection closes. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  return text
}

const POST = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
const SECOND = 'GET /api/config HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

/** Ambiguous requests (request smuggling): a proxy and this server could disagree on where they end, hiding a second request. */
const DOUBTFUL: Record<string, string> = {
  'two kinds of length': `${POST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`,
  'two lengths': `${POST}content-length: 2\r\ncontent-length: 60\r\n\r\n{}${SECOND}`,
  'a list of lengths': `${POST}content-length: 2, 60\r\n\r\n{}${SECOND}`,
  'a length with a sign': `${POST}content-length: +2\r\n\r\n{}${SECOND}`,
  'a space before the colon': `${POST}content-length : 2\r\n\r\n{}${SECOND}`,
  'a last encoding other than chunked': `${POST}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${SECOND}`,
  'an invalid chunk size': `${POST}transfer-encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n${SECOND}`,
  'a folded header': `${POST}x-one: 1\r\n content-length: 2\r\n\r\n${SECOND}`,
  'a line that ends with only a carriage return': `${POST}x-one: 1\rcontent-length: 2\r\n\r\n{}${SECOND}`,
  'a NUL in a header': `${POST}x-one: a\0b\r\ncontent-length: 2\r\n\r\n{}${SECOND}`,
}

test.each(Object.entries(DOUBTFUL))(
  '%s closes the connection without answering further requests',
  async (_name, bytes) => {
    const answer = await answerTo(bytes)
    expect(
      answer
        .split('HTTP/1.1 ')
        .slice(1)
        .map((one) => one.slice(0, 3)),
    ).toEqual(['400'])
    expect(answer).not.toContain('siteName')
  },
)

test.each([
  ['too many headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 'request.headersTooLarge'],
  ['an unknown method', 'FOO / HTTP/1.1\r\nhost: x\r\n\r\n', 'request.malformed'],
  ...Object.entries(DOUBTFUL).map(([name, bytes]) => [name, bytes, 'request.malformed']),
])('%s gets the error response of the API in the language of the request', async (_name, bytes, code) => {
  for (const language of ['vi', 'en'] as const) {
    const answer = await answerTo(bytes.replace('host: x', `host: x\r\nAccept-Language: ${language}`))
    const status = ERROR_STATUS[code as ErrorCode]
    const message = errorText(code as ErrorCode, language)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ success: false, code, message })
  }
})

test('an unreadable request writes nothing into the response to an earlier one', async () => {
  const { token } = await buildMember(app)
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(`GET /api/notifications/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await expect.poll(() => text).toContain('"count":0')
  socket.write('not a request\r\n\r\n')
  await once(socket, 'close')
  expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

test('two complete requests on one connection get two answers', async () => {
  const answer = await answerTo(`${POST}content-length: 2\r\n\r\n{}${SECOND}`)
  expect(
    answer
      .split('HTTP/1.1 ')
      .slice(1)
      .map((one) => one.slice(0, 3)),
  ).toEqual(['400', '200'])
  expect(answer).toContain('siteName')
})
