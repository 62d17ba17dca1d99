import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import type { Config } from '#server/platform/config/config.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { listenForMetrics } from './metrics.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function site(overrides: Partial<Config> = {}): Promise<TestApp> {
  const app = await createTestApp(overrides)
  closers.push(() => app.stop())
  return app
}

const TOKEN = 'a token of the operator'
const get = async ({ app }: TestApp, remoteAddress: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode

test('by default only the local machine reads the metrics, without a proxy', async () => {
  const app = await site({ trustProxy: 1 })
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await get(app, address), address).toBe(200)
  for (const address of ['203.0.113.7', '10.0.0.7', '2001:db8::1', '::ffff:203.0.113.7'])
    expect(await get(app, address), address).toBe(403)
  for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
    expect(await get(app, '127.0.0.1', { [header]: '127.0.0.1' }), header).toBe(403)
})

test('with a token only requests with the token read the metrics, local ones included', async () => {
  const app = await site({ metricsToken: TOKEN })
  expect(await get(app, '203.0.113.7', { authorization: `Bearer ${TOKEN}` })).toBe(200)
  expect(await get(app, '127.0.0.1')).toBe(403)
  for (const wrong of ['Bearer', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${TOKEN.slice(1)}`])
    expect(await get(app, '127.0.0.1', { authorization: wrong }), wrong).toBe(403)
})

test('with a separate port the metrics are only there', async () => {
  const app = await site({ metricsPort: 0 })
  expect(await get(app, '127.0.0.1')).toBe(403)
  const server = await listenForMetrics(new Registry(), { port: 0, host: '127.0.0.1' })
  closers.push(() => server.close())
  const { port } = server.address() as AddressInfo
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(404)
})

test('the API description can be turned off, and the client config shows it', async () => {
  const off = await site({ apiDocs: false })
  for (const url of ['/docs', '/docs/start.js', '/docs/files/swagger-ui.css', '/openapi.json'])
    expect((await off.call('GET', url)).status, url).toBe(404)
  expect((await off.call('GET', '/config')).body.data.apiDocs).toBe(false)
  const on = await site()
  expect((await on.call('GET', '/openapi.json')).status).toBe(200)
  expect((await on.call('GET', '/config')).body.data.apiDocs).toBe(true)
})
