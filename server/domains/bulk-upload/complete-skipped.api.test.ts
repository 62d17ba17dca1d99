import { beforeAll, describe, expect, test } from 'vitest'
import { createBulkClient, picturePart, smallPicture } from '#test/bulk-client.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { textFile } from '#test/pictures.ts'

const app = await appForFile()
const member = await buildMember(app)
const client = createBulkClient(app, member.token)
const bytes = await smallPicture()

/** Uploads the skipped picture anyway. */
async function uploadAnyway(file: { bulkUploadId: string; bulkIndex?: unknown }, token = member.token) {
  const form = multipart([
    { name: 'allowDuplicate', value: 'true' },
    ...Object.entries(file).map(([name, value]) => ({ name, value: String(value) })),
    { name: 'image', value: bytes, fileName: 'twin.png' },
  ])
  return app.call('POST', '/meme', { token, ...form })
}
const memesOf = async ({ user }: typeof member) =>
  (await app.db.selectFrom('memes').select('id').where('user_id', '=', user.id).execute()).length

describe('uploading a skipped picture anyway', () => {
  let bulkUploadId: string
  let skipped: number
  beforeAll(async () => {
    const { body } = await client.send([
      await picturePart('a.png', bytes),
      await picturePart('b.png', bytes),
      await picturePart('words.png', textFile()),
    ])
    bulkUploadId = body.uploadId
    const { allResults } = await client.finished(bulkUploadId)
    skipped = allResults.findIndex(({ code }: { code?: string }) => code === 'meme.duplicate')
  })

  test('counts it as skipped in the notification, apart from failures', async () => {
    const { body } = await app.call('GET', '/notifications', { token: member.token })
    expect(body.data.find(({ kind }: { kind: string }) => kind === 'upload').detail).toEqual({
      uploadId: bulkUploadId,
      done: 1,
      skipped: 1,
      failed: 1,
    })
  })

  test('refuses a file of another member, one that was not skipped, and one without an index', async () => {
    const other = await buildMember(app)
    expect(await uploadAnyway({ bulkUploadId, bulkIndex: skipped }, other.token)).toMatchObject({ status: 404 })
    for (const bulkIndex of [1 - skipped, 2, 3]) {
      const { body } = await uploadAnyway({ bulkUploadId, bulkIndex })
      expect(body.code).toBe('upload.notFound')
    }
    expect((await uploadAnyway({ bulkUploadId })).body.code).toBe('upload.notFound')
    expect(await uploadAnyway({ bulkUploadId, bulkIndex: 'one' })).toMatchObject({ status: 400 })
    expect(await memesOf(other)).toBe(0)
    expect(await memesOf(member)).toBe(1)
    expect((await client.status(bulkUploadId)).body).toMatchObject({ successCount: 1, failedCount: 2 })
  })

  test('completes the file with the meme, and only once, even by two requests at once', async () => {
    const answers = await Promise.all([0, 1].map(() => uploadAnyway({ bulkUploadId, bulkIndex: skipped })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404])
    const memeId = answers.find(({ status }) => status === 201)?.body.data._id
    expect(await memesOf(member)).toBe(2)
    const { body } = await client.status(bulkUploadId)
    expect(body).toMatchObject({ status: 'completed', processedFiles: 3, successCount: 2, failedCount: 1 })
    const file = body.allResults[skipped]
    expect(file).toEqual({ index: skipped, fileName: file.fileName, status: 'done', memeId })
  })
})

test('refuses a skipped file that was sent again in another upload', async () => {
  const files = [{ name: 'One', size: bytes.length, key: 'the same file' }]
  const declare = async () =>
    (await app.call('POST', '/meme/bulk', { token: member.token, body: { files } })).body.uploadId as string
  const bulkUploadId = await declare()
  await app.call('PUT', `/meme/bulk/${bulkUploadId}/files/0`, {
    token: member.token,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect((await client.finished(bulkUploadId)).allResults[0]).toMatchObject({ code: 'meme.duplicate' })
  await declare()
  expect((await uploadAnyway({ bulkUploadId, bulkIndex: 0 })).body.code).toBe('upload.notFound')
})
