import { Agent, request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../tools/scripts/free-port.mjs'
import { type AppProcess, startApp } from './app-process.ts'
import { startCaddy } from './caddy.ts'
import { createServerDatabase } from './server-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

vi.setConfig({ testTimeout: 900_000 })

const CADDYFILE = path.join(import.meta.dirname, '..', 'deploy', 'Caddyfile')
/** As in deploy/cluster/compose.yaml. */
const DRAIN_DELAY_S = '10'
/** As in deploy/cluster/update.sh: Caddy notices the new node meanwhile. */
const NOTICED_MS = 10_000
const AT_ONCE = 4
const PAUSE_MS = 30
const LEAST = 1000

interface Sent {
  method: string
  path: string
  body?: string
}

/** Sends requests on connections that stay open until `stop`, and returns the failed ones. */
function startTraffic(origin: string, memeId: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const kinds: Sent[] = [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/api/recommendation-feed?limit=5' },
    { method: 'POST', path: '/api/user-action', body: JSON.stringify({ action: 'view', memeId }) },
  ]
  const failed: string[] = []
  let count = 0
  let isOver = false
  const send = ({ method, path: target, body }: Sent) =>
    new Promise<void>((resolve) => {
      const end = (failure?: unknown) => {
        if (failure !== undefined) failed.push(`${method} ${target}: ${failure}`)
        resolve()
      }
      const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}
      const sent = request(`${origin}${target}`, { method, agent, headers }, (answer) => {
        answer.resume().on('error', end)
        answer.on('end', () => end(answer.statusCode === 200 ? undefined : answer.statusCode))
      })
      sent.on('error', end).end(body)
    })
  const senders = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      count += 1
      const kind = kinds[count % kinds.length]
      if (kind) await send(kind)
      await sleep(PAUSE_MS)
    }
  })
  return {
    count: () => count,
    async stop(): Promise<string[]> {
      isOver = true
      await Promise.all(senders)
      agent.destroy()
      return failed
    },
  }
}

test('no request fails while both nodes behind the Caddy example are restarted', async () => {
  const database = await createServerDatabase()
  const folder = await temporaryFolder()
  const origin = `http://localhost:${await freePort()}`
  const ports = [await freePort(), await freePort()]
  const nodes: AppProcess[] = []
  const start = (at: number) =>
    startApp({
      ...(database.url ? { DATABASE_URL: database.url } : {}),
      AUTH_SECRET: 'the same on every node, as it must be',
      DATA_DIR: path.join(folder.path, String(at)),
      DEMO: at === 0 ? 'true' : 'false',
      DRAIN_DELAY_S,
      PORT: String(ports[at]),
      PUBLIC_URL: origin,
      TRUST_PROXY: '1',
      WORKERS: '0',
    })
  onTestFinished(async () => {
    for (const node of nodes) await node.stop()
    await database.drop()
    await folder.remove()
  })
  for (const at of ports.keys()) nodes.push(await start(at))
  const upstream = ports.map((port) => `127.0.0.1:${port}`).join(' ')
  const caddy = await startCaddy(CADDYFILE, origin, { SITE: origin, UPSTREAM: upstream })
  onTestFinished(() => caddy.stop())
  const feed = (await (await fetch(`${origin}/api/recommendation-feed?limit=1`)).json()) as {
    data: { recommendations: { _id: string }[] }
  }
  const traffic = startTraffic(origin, feed.data.recommendations[0]?._id ?? '')

  for (const [at, node] of nodes.entries()) {
    await sleep(NOTICED_MS)
    expect(await node.stop()).toBe(0)
    nodes[at] = await start(at)
  }
  await sleep(NOTICED_MS)
  while (traffic.count() < LEAST) await sleep(PAUSE_MS)
  expect(await traffic.stop()).toEqual([])
})
