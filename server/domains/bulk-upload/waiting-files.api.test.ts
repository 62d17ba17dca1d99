import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { BULK_FILES_WAITING_MAX } from '#contract/limits.ts'
import type { TestApp } from '#test/app.ts'
import { type BulkClient, createBulkClient, memesPart, pictureParts } from '#test/bulk-client.ts'
import { createTestDatabase } from '#test/database.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'

const TOO_MANY = { status: 429, code: 'upload.tooManyWaiting' }

let token: string
let userId: string
let client: BulkClient
/** Resolve to let the nodes store pictures; until then, accepted files wait. */
let goOn = Promise.withResolvers<void>()
const database = await createTestDatabase()
const app = await appForFile({}, { database })
// Two nodes share a secret, a staging folder and a database, which is dropped with the first node.
const { authSecret } = app.deps.config
const shared = { ...database, drop: async () => {} }
const other = await appForFile({ authSecret, dataDir: app.dataDir }, { database: shared })
for (const { blobs } of [app.deps, other.deps]) {
  const put = blobs.put
  blobs.put = async (...given) => {
    await goOn.promise
    return put.apply(blobs, given)
  }
}
afterAll(() => goOn.resolve())

beforeEach(async () => {
  const member = await buildMember(app)
  ;({ token } = member)
  userId = member.user.id
  client = createBulkClient(app, token)
  goOn = Promise.withResolvers()
})

/** Inserts files of an earlier upload that no worker processes. */
async function fillQueue(count: number): Promise<string> {
  const id = randomUUID()
  await app.db.insertInto('uploads').values({ id, user_id: userId, duplicates: 'skip' }).execute()
  const due = new Date(Date.now() + 3_600_000)
  await app.db
    .insertInto('upload_files')
    .values(
      Array.from({ length: count }, (_, index) => ({
        upload_id: id,
        user_id: userId,
        index,
        file_name: `${index}.png`,
        bytes: 1,
        status: 'queued' as const,
        due_at: due,
      })),
    )
    .execute()
  return id
}

const statusAndCode = ({ status, body }: { status: number; body: { code: string } }) => ({ status, code: body.code })
const waitingNow = async () => {
  const rows = await app.db.selectFrom('upload_files').select('status').where('user_id', '=', userId).execute()
  return rows.filter(({ status }) => status === 'queued' || status === 'processing').length
}

test('a member cannot exceed the limit of waiting files; an upload beyond it is refused whole', async () => {
  await fillQueue(BULK_FILES_WAITING_MAX - 2)
  const { payload, headers } = multipart(await pictureParts(3))
  for (const [language, words] of [
    ['en', 'Please try again when some are done'],
    ['vi', 'Vui lòng thử lại khi một số tệp đã xong'],
  ] as const) {
    const answer = await app.call('POST', '/meme/bulk', {
      token,
      payload,
      headers: { ...headers, 'accept-language': language },
    })
    expect(statusAndCode(answer)).toEqual(TOO_MANY)
    expect(answer.body.message).toContain(words)
    expect(answer.body.message).toContain(String(BULK_FILES_WAITING_MAX))
  }
  expect(await waitingNow()).toBe(BULK_FILES_WAITING_MAX - 2)
  expect(await client.stagedInTheEnd()).toEqual([])
  const fitting = await client.send(await pictureParts(2))
  expect(fitting.status).toBe(202)
  goOn.resolve()
  expect(await client.finished(fitting.body.uploadId)).toMatchObject({ successCount: 2 })
})

test('of two simultaneous uploads on two nodes with room for one, only one is accepted', async () => {
  await fillQueue(BULK_FILES_WAITING_MAX - 5)
  const nodes = [app, other]
  const answers = await Promise.all(
    nodes.map(async (node) => createBulkClient(node, token).send(await pictureParts(4))),
  )
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([202, 429])
  expect(await waitingNow()).toBe(BULK_FILES_WAITING_MAX - 1)
  const at = answers.findIndex(({ status }) => status === 202)
  const taker = createBulkClient(nodes[at] as TestApp, token)
  goOn.resolve()
  expect(await taker.finished(answers[at]?.body.uploadId)).toMatchObject({ successCount: 4, failedCount: 0 })
})

test('resending an accepted upload succeeds even with a full queue', async () => {
  const parts = [...(await pictureParts(2)), memesPart([{ key: unique() }, { key: unique() }])]
  const first = await client.send(parts)
  expect(first.status).toBe(202)
  await fillQueue(BULK_FILES_WAITING_MAX - 2)
  expect((await client.send(await pictureParts(1))).status).toBe(429)
  const again = await client.send(parts)
  expect([again.status, again.body.uploadId]).toEqual([202, first.body.uploadId])
  goOn.resolve()
  expect(await client.finished(first.body.uploadId)).toMatchObject({ successCount: 2 })
})

test('the limit ignores the files of other members', async () => {
  await fillQueue(BULK_FILES_WAITING_MAX)
  const stranger = await buildMember(app)
  const answer = await client.send(await pictureParts(1), stranger.token)
  expect(answer.status).toBe(202)
  goOn.resolve()
})
