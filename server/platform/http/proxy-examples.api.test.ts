import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:http2'
import { request as requestTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { memesPart, picturePart } from '#test/bulk-client.ts'
import { startCaddy } from '#test/caddy.ts'
import { selfSigned } from '#test/certificate.ts'
import { buildMember } from '#test/factories.ts'
import { multipart } from '#test/multipart.ts'
import { startNginx } from '#test/nginx.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { freePort } from '../../../tools/scripts/free-port.mjs'

vi.setConfig({ testTimeout: 120_000 })

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))
/** More than nginx and Caddy accept by default, and than either buffers in memory. */
const LARGE_BYTES = 9 * 1024 * 1024

let app: TestApp
let upstream: string
beforeEach(async () => {
  app = await createTestApp({ trustProxy: 1 })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  upstream = `127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})
afterEach(() => app.stop())

interface Sent {
  status: number
  body: string
  /** Number of chunks received. */
  chunks: number
}

/** Sends a request from one of this machine's addresses; ignores the certificate. */
function send(
  origin: string,
  url: string,
  { from = '127.0.0.1', method = 'GET', headers = {}, payload = Buffer.alloc(0) } = {} as {
    from?: string
    method?: string
    headers?: Record<string, string>
    payload?: Buffer | string
  },
): Promise<Sent> {
  const ask = origin.startsWith('https') ? requestTls : request
  return new Promise((resolve, reject) => {
    const sent = ask(
      `${origin}${url}`,
      {
        method,
        localAddress: from,
        headers: { ...headers, 'content-length': Buffer.byteLength(payload) },
        rejectUnauthorized: false,
      } as object,
      (response) => {
        let [body, chunks] = ['', 0]
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
          chunks += 1
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body, chunks }))
      },
    )
    sent.on('error', reject)
    sent.end(payload)
  })
}

const login = (origin: string, from: string) =>
  send(origin, '/api/auth/login', {
    from,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    payload: JSON.stringify({ email: 'nobody@example.com', password: 'wrong one' }),
  })

async function checkTraffic(origin: string): Promise<void> {
  const { token } = await buildMember(app)
  const parts = [
    memesPart([1, 2, 3, 4].map((at) => ({ name: `Meme ${at}`, description: '' }))),
    await picturePart('one.png'),
    ...(await Promise.all([2, 3, 4].map((at) => picturePart(`${at}.png`, Buffer.alloc(LARGE_BYTES, at))))),
  ]
  const { headers, payload } = multipart(parts)
  const authorization = `Bearer ${token}`
  const started = await send(origin, '/api/meme/bulk', {
    method: 'POST',
    headers: { ...headers, authorization },
    payload,
  })
  expect([started.status, started.body]).toEqual([202, expect.stringContaining('uploadId')])
  const { uploadId } = JSON.parse(started.body)
  const stream = await send(origin, `/api/meme/bulk/progress/${uploadId}`, { headers: { authorization } })
  expect(stream.status).toBe(200)
  expect(stream.body).toMatch(/"status":"completed"/)

  const statuses: number[] = []
  for (let attempt = 0; attempt < 45; attempt += 1) statuses.push((await login(origin, '127.0.0.20')).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429])
  const other = await send(origin, '/api/auth/login', {
    from: '127.0.0.21',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email: 'somebody@example.com', password: 'wrong one' }),
  })
  expect(other.status).toBe(401)
}

test('the nginx example supports HTTP/2, large uploads, streams and the client’s address', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const { key, cert } = selfSigned()
  await writeFile(path.join(folder.path, 'fullchain.pem'), cert)
  await writeFile(path.join(folder.path, 'privkey.pem'), key)
  const [plain, secure] = [await freePort(), await freePort()]
  const example = await readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8')
  const site = example
    .replaceAll('/etc/letsencrypt/live/memes.example.com', folder.path)
    .replace('127.0.0.1:3000', upstream)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${secure} ssl http2;`)
  const nginx = await startNginx(site, secure)
  onTestFinished(() => nginx.stop())

  const session = connect(`https://127.0.0.1:${secure}`, { rejectUnauthorized: false })
  onTestFinished(() => session.destroy())
  const status = await new Promise((resolve, reject) => {
    session.once('error', reject)
    session.request({ ':path': '/api/health' }).once('response', (headers) => resolve(headers[':status']))
  })
  expect(status).toBe(200)
  expect((await send(`http://127.0.0.1:${plain}`, '/trending')).status).toBe(308)
  await checkTraffic(`https://127.0.0.1:${secure}`)
})

test('the Caddy example supports large uploads, streams and the client’s address', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`
  const example = await readFile(path.join(DEPLOY, 'Caddyfile'), 'utf8')
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const file = path.join(folder.path, 'Caddyfile')
  await writeFile(file, `{\n\tadmin off\n}\n${example}`)
  const caddy = await startCaddy(file, origin, { SITE: origin, UPSTREAM: upstream })
  onTestFinished(() => caddy.stop())
  await checkTraffic(origin)
})
