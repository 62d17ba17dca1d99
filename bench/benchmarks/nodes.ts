import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestApp } from '#test/app.ts'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { multipart } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { withDeps } from '#test/with-deps.ts'
import { defaultFolder, startPostgres } from '../../scripts/postgres.mjs'
import { processorMsOf } from '../helpers/process-figures.ts'
import { heading, row } from '../helpers/report.ts'

// Two nodes against one on one PostgreSQL: processor time a request of the nodes and of the database, which does not depend on what
// else the machine does, and requests a second, which does. `npm run bench -- nodes [REQUESTS]`

const REQUESTS = Number(process.argv[3] ?? 400)
const UPLOADS = Math.ceil(REQUESTS / 8)
const MEMES = 200
const AT_ONCE = 8
const WARM_UP = 40

const cluster = await startPostgres(process.env.TEST_POSTGRES_FOLDER ?? defaultFolder)
const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
const environment = {
  DATABASE_URL: cluster.url,
  DATA_DIR: dataDir,
  AUTH_SECRET: 'x'.repeat(40),
  OCR: 'off',
  LOG_LEVEL: 'silent',
}
const admin = new pg.Client({ connectionString: cluster.url })
await admin.connect()

async function databaseMs(): Promise<number> {
  const { rows } = await admin.query('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return rows.reduce((sum: number, { pid }: { pid: number }) => sum + processorMsOf(pid), 0)
}

async function send(count: number, each: (at: number) => Promise<Response>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) {
      const at = next
      next += 1
      const answer = await each(at)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

let pictures = 0
async function upload(node: AppProcess, token: string): Promise<Response> {
  pictures += 1
  const value = await randomPicture(`bench ${process.pid} ${pictures}`, { width: 800, height: 600 })
  const { payload, headers } = multipart([{ name: 'image', fileName: 'one.png', value }])
  return fetch(`${node.url}/api/meme`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
}

heading('PostgreSQL')
try {
  const token = await withDeps(environment, async (deps) => {
    const factory = { deps, db: deps.db } as TestApp
    for (let at = 0; at < MEMES; at += 1) await buildMeme(factory, { name: `meme number ${at}` })
    return (await buildMember(factory)).token
  })
  const kinds: [string, number, (node: AppProcess) => Promise<Response>][] = [
    [
      'feed',
      REQUESTS,
      (node) => fetch(`${node.url}/api/recommendation-feed`, { headers: { authorization: `Bearer ${token}` } }),
    ],
    ['search', REQUESTS, (node) => fetch(`${node.url}/api/vector-search/text?q=number`)],
    ['upload', UPLOADS, (node) => upload(node, token)],
  ]
  for (const count of [1, 2]) {
    const nodes: AppProcess[] = []
    for (let at = 0; at < count; at += 1) nodes.push(await startApp({ ...environment, WORKERS: at === 0 ? '1' : '0' }))
    for (const [name, requests, ask] of kinds) {
      const one = (at: number) => ask(nodes[at % count] as AppProcess)
      await send(WARM_UP, one)
      const before = [nodes.reduce((sum, { pid }) => sum + processorMsOf(pid), 0), await databaseMs()]
      const began = performance.now()
      await send(requests, one)
      const seconds = (performance.now() - began) / 1000
      const after = [nodes.reduce((sum, { pid }) => sum + processorMsOf(pid), 0), await databaseMs()]
      const [node, database] = after.map((ms, at) => (ms - (before[at] ?? 0)) / requests)
      row(
        ['Processor of a request', 'Nodes', 'By nodes', 'By PostgreSQL', 'Requests a second'],
        [name, count, `${node?.toFixed(1)} ms`, `${database?.toFixed(1)} ms`, (requests / seconds).toFixed(0)],
      )
    }
    for (const node of nodes) await node.stop()
  }
} finally {
  await admin.end()
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
