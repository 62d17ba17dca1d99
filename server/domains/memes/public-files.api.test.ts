import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { poll } from '#test/poll.ts'

const app = await appForFile()
const other = (await app.anotherNode()).app
const moderator = await buildMember(app, { role: 'moderator' })
afterAll(() => other.close())

const nodes = () => [app.app, other]
const get = (node: TestApp['app'], key: string, headers = {}) => node.inject({ url: `/media/${key}`, headers })
const statusOn = (key: string) => Promise.all(nodes().map(async (node) => (await get(node, key)).statusCode))

async function waitForStatus(key: string, status: number): Promise<void> {
  await poll(async () => (await statusOn(key)).every((one) => one === status), {
    withinMs: 20_000,
    everyMs: 10,
    missing: `${key} is not ${status} on every node`,
  })
}

let creator: BuiltMember
let meme: Awaited<ReturnType<typeof buildMeme>>
/** A meme after both nodes have served its small picture twice. */
beforeEach(async () => {
  creator = await buildMember(app)
  meme = await buildMeme(app, { user: creator.user })
  expect(await statusOn(meme.blob_small)).toEqual([200, 200])
  expect(await statusOn(meme.blob_small)).toEqual([200, 200])
})

test('serves a cached picture without the database or the storage', async () => {
  const [first, second] = [await get(app.app, meme.blob_small), await get(other, meme.blob_small)]
  await app.deps.blobs.remove(meme.blob_small)
  const cached = await get(app.app, meme.blob_small)
  expect(cached.rawPayload).toEqual(first.rawPayload)
  expect(cached.headers['content-length']).toBe(String(first.rawPayload.length))
  expect(cached.headers.etag).toBe(second.headers.etag)
  const part = await get(app.app, meme.blob_small, { range: 'bytes=2-5' })
  expect([part.statusCode, part.rawPayload]).toEqual([206, first.rawPayload.subarray(2, 6)])
  expect(part.headers['content-range']).toBe(`bytes 2-5/${first.rawPayload.length}`)
})

test('a removed picture disappears on every node and returns with its meme', async () => {
  const removed = await app.call('POST', `/moderation/memes/${meme.id}/remove`, {
    token: moderator.token,
    body: { reason: 'Not allowed here.' },
  })
  expect(removed.status).toBe(200)
  await waitForStatus(meme.blob_small, 410)
})

test('detects a change of a picture’s row made outside of the server', async () => {
  await app.deps.db.updateTable('blobs').set({ hidden_at: new Date() }).where('key', '=', meme.blob_small).execute()
  await waitForStatus(meme.blob_small, 404)
  await app.deps.db.updateTable('blobs').set({ hidden_at: null }).where('key', '=', meme.blob_small).execute()
  await waitForStatus(meme.blob_small, 200)
})

test('a deleted picture disappears on every node', async () => {
  await app.deps.db.deleteFrom('memes').where('id', '=', meme.id).execute()
  await app.deps.db.deleteFrom('blobs').where('key', '=', meme.blob_small).execute()
  await waitForStatus(meme.blob_small, 404)
})
