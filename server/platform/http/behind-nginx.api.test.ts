import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { BULK_PART_BYTES, PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { type Nginx, startNginx } from '#test/nginx.ts'
import { elevenMegabytes } from '#test/pictures.ts'
import { poll } from '#test/poll.ts'
import { freePort } from '../../../tools/scripts/free-port.mjs'
import { hashPassword } from '../../domains/auth/passwords/passwords.ts'

const PASSWORD = 'the right one'

let app: TestApp
let nginx: Nginx
let port: number
afterEach(async () => {
  await nginx.stop()
  await app.stop()
})

/** Each proxy appends the address it sees, as in nginx's documentation. */
const proxy = (listen: number, to: string, bind = '127.0.0.1', bodies = '1m') => `server {
  listen 127.0.0.1:${listen};
  client_max_body_size ${bodies};
  location / {
    proxy_pass http://${to};
    proxy_bind ${bind};
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
  }
}`

async function serve(trustProxy: number | readonly string[], proxies: number, bodies?: string): Promise<void> {
  app = await createTestApp({ trustProxy })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const inner = `127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  port = await freePort()
  const next = await freePort()
  nginx = await startNginx(
    proxies === 1
      ? proxy(port, inner, undefined, bodies)
      : `${proxy(port, `127.0.0.1:${next}`, '127.0.0.7')}\n${proxy(next, inner)}`,
    port,
  )
}

/** Sends a request through the proxy from one of this machine's addresses. */
function post(from: string, url: string, body: unknown, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: from,
        path: `/api${url}`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

const FORGED: ((attempt: number) => Record<string, string>)[] = [
  (attempt) => ({ 'x-forwarded-for': `203.0.113.${attempt}` }),
  (attempt) => ({ 'x-forwarded-for': `203.0.113.${attempt}, 127.0.0.1` }),
  (attempt) => ({ 'x-forwarded-for': `2001:db8:${attempt}::1, 10.0.0.1, 127.0.0.7, 127.0.0.1` }),
  (attempt) => ({ 'x-forwarded-for': `nonsense ${attempt},,%zz`, 'x-real-ip': `203.0.113.${attempt}` }),
  (attempt) => ({ forwarded: `for=203.0.113.${attempt}`, 'cf-connecting-ip': `203.0.113.${attempt}` }),
]

async function tryPasswords(from: string, email: string | null, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let attempt = 0; attempt < times; attempt += 1) {
    const forged = FORGED[attempt % FORGED.length]?.(attempt) ?? {}
    statuses.push(await post(from, '/auth/login', { email, password: `wrong ${attempt}` }, forged))
  }
  return statuses
}

describe('behind nginx with X-Forwarded-For appended', () => {
  test.each([
    ['one proxy, counted', 1, 1],
    ['one proxy, named by its network', ['127.0.0.1/32'], 1],
    ['two proxies, counted', 2, 2],
    ['two proxies, named by their networks', ['127.0.0.1', '127.0.0.7'], 2],
  ] as const)('a client cannot pose as others with a forged X-Forwarded-For: %s', async (_, trusted, proxies) => {
    await serve(trusted, proxies)
    const { user } = await buildMember(app, { passwordHash: await hashPassword(PASSWORD) })
    const statuses = await tryPasswords('127.0.0.20', user.email, 45)
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(new Set(statuses.slice(5))).toEqual(new Set([429]))
    // Another client behind the same proxies is counted separately.
    expect(await post('127.0.0.21', '/auth/login', { email: user.email, password: PASSWORD }, {})).toBe(200)
  })

  test('forged headers do not change the host or scheme in mails', async () => {
    await serve(1, 1)
    const { user } = await buildMember(app, { passwordHash: await hashPassword(PASSWORD) })
    const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', host: 'evil.example' }
    expect(await post('127.0.0.20', '/auth/forgot-password', { email: user.email }, forged)).toBe(200)
    const mail = await app.mailTo(user.email ?? '')
    expect(mail.html).toContain('http://memeroom.test')
    expect(JSON.stringify(mail)).not.toMatch(/evil\.example|gopher/)
  })
})

describe('behind nginx that limits bodies', () => {
  const send = (
    token: string,
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    type = 'application/octet-stream',
  ) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
    })

  async function declare(size: number) {
    const { token } = await buildMember(app)
    const opened = await send(token, 'POST', '/meme/bulk', JSON.stringify({ files: [{ size }] }), 'application/json')
    const { uploadId } = (await opened.json()) as { uploadId: string }
    const isDone = async () =>
      (await app.call('GET', `/meme/bulk/status/${uploadId}`, { token })).body.successCount === 1 || undefined
    return {
      put: (bytes: Buffer, offset?: number) => {
        const query = offset === undefined ? '' : `?offset=${offset}`
        return send(token, 'PUT', `/meme/bulk/${uploadId}/files/0${query}`, new Uint8Array(bytes), undefined)
      },
      untilMeme: () => poll(isDone, { withinMs: 60_000, everyMs: 100, missing: 'no meme' }),
    }
  }

  test('to 20 MB, the largest files of a bulk upload pass whole', async () => {
    await serve(1, 1, '20m')
    const largest = (await elevenMegabytes()).subarray(0, PICTURE_MAX_BYTES)
    const { put, untilMeme } = await declare(largest.length)
    expect((await put(largest)).status).toBe(200)
    await untilMeme()
  })

  test('to 1 MB, as nginx does by default, nginx refuses them itself, and their parts pass', async () => {
    await serve(1, 1, '1m')
    const bytes = (await elevenMegabytes()).subarray(0, 2 * BULK_PART_BYTES + 1)
    const { put, untilMeme } = await declare(bytes.length)
    const refused = await put(bytes)
    expect([refused.status, refused.headers.get('content-type')]).toEqual([413, 'text/html'])
    for (let at = 0; at < bytes.length; at += BULK_PART_BYTES)
      expect((await put(bytes.subarray(at, at + BULK_PART_BYTES), at)).status).toBe(200)
    await untilMeme()
  })
})
