import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { BULK_PART_BYTES } from '#contract/limits.ts'
import { createApp } from '#server/app.ts'
import { openDeps } from '#server/open-deps.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createWorkers } from '#server/worker.ts'
import type { Answer, TestApp } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { readEvents } from '#test/event-stream.ts'
import { buildMember } from '#test/factories.ts'
import { multipart } from '#test/multipart.ts'
import { photoLike } from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'
import { startS3Server } from '#test/s3-server.ts'

interface Node {
  app: FastifyInstance
  deps: Deps
  dataDir: string
  origin: string
}

const database = await createTestDatabase()
const bucket = await startS3Server()
const receiving = await startNode()
const working = await startNode()
await working.deps.jobs.work(createWorkers(working.deps))
afterAll(async () => {
  for (const node of [receiving, working]) {
    await node.app.close()
    await node.deps.jobs.stop()
    await rm(node.dataDir, { recursive: true, force: true })
  }
  await database.drop()
  await bucket.stop()
})

/** Starts one of several nodes with separate folders. They share only the database and the bucket. */
async function startNode(): Promise<Node> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-node-'))
  const environment = {
    DATA_DIR: dataDir,
    DEMO: 'false',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    OCR: 'off',
    AUTH_SECRET: 'the same on every node, as it must be',
    STORAGE_URL: bucket.storageUrl,
  }
  const opened = await openDeps(readConfig(environment), { engine: database.engine })
  const app = await createApp(opened.deps, { isDraining: () => false, checks: () => opened.checks(), webRoot: null })
  opened.useLog(app.log)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, deps: opened.deps, dataDir, origin }
}

const staged = () => [...bucket.objects.keys()].filter((key) => key.includes('staged-'))

/** Everything that received files leave behind; their last traces are removed after their completion is announced. */
const traces = async () => [
  ...staged(),
  ...(await database.engine.db.selectFrom('staged_objects').select('key').execute()),
  ...(await readdir(working.deps.stagingDir)),
  ...(await readdir(receiving.deps.stagingDir)),
]

test('one node processes the files that another received, and the first reports progress', async () => {
  const { token } = await buildMember({ db: receiving.deps.db, deps: receiving.deps } as TestApp)
  const files = await Promise.all(
    [1, 2, 3].map(async (at) => ({ name: 'images', fileName: `${at}.png`, value: await randomPicture(`nodes ${at}`) })),
  )
  const { payload, headers } = multipart(files)
  const answer = await fetch(`${receiving.origin}/api/meme/bulk`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(202)
  const { uploadId } = (await answer.json()) as { uploadId: string }
  const { events, ended } = await readEvents(`${receiving.origin}/api/meme/bulk/progress/${uploadId}`, { token })
  expect(ended).toBe(true)
  expect(events.at(-1)?.data).toMatchObject({ status: 'completed', successCount: 3, failedCount: 0 })
  await expect.poll(traces).toEqual([])
})

test('a file with parts that arrive at different nodes becomes one meme', async () => {
  const { token } = await buildMember({ db: receiving.deps.db, deps: receiving.deps } as TestApp)
  const bytes = await photoLike('png', { width: 1600, height: 1000 })
  const send = async (
    node: Node,
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    type: string,
  ) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    return (await (await fetch(`${node.origin}/api${path}`, { method, body, headers })).json()) as Answer['body']
  }
  const files = JSON.stringify({ files: [{ size: bytes.length }] })
  const { uploadId } = await send(receiving, 'POST', '/meme/bulk', files, 'application/json')
  const part = (node: Node, from: number, to?: number) => {
    const body = new Uint8Array(bytes.subarray(from, to))
    return send(node, 'PUT', `/meme/bulk/${uploadId}/files/0?offset=${from}`, body, 'application/octet-stream')
  }
  expect((await part(receiving, 0, BULK_PART_BYTES)).data.offset).toBe(BULK_PART_BYTES)
  expect([await readdir(receiving.deps.stagingDir), staged()]).toEqual([[], [expect.any(String)]])
  expect((await part(working, BULK_PART_BYTES)).data.offset).toBe(bytes.length)
  const { events } = await readEvents(`${working.origin}/api/meme/bulk/progress/${uploadId}`, { token })
  expect(events.at(-1)?.data).toMatchObject({ status: 'completed', successCount: 1 })
  await expect.poll(traces).toEqual([])
})

test('the files of a rejected upload are removed from the bucket', async () => {
  const { token } = await buildMember({ db: receiving.deps.db, deps: receiving.deps } as TestApp)
  const { payload, headers } = multipart([
    { name: 'images', fileName: 'a.png', value: await randomPicture('refused') },
    { name: 'memes', value: '[{}, {}]' },
  ])
  const answer = await fetch(`${receiving.origin}/api/meme/bulk`, {
    method: 'POST',
    body: new Uint8Array(payload),
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(400)
  expect(staged()).toEqual([])
  expect(await database.engine.db.selectFrom('staged_objects').select('key').execute()).toEqual([])
})
