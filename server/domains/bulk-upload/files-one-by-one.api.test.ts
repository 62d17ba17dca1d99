import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BULK_AWAITED_HOURS,
  BULK_PART_BYTES,
  BULK_PART_MIN_BYTES,
  BULK_UNFINISHED_MAX_BYTES,
  BULK_UNFINISHED_SITE_MAX_BYTES,
  PICTURE_MAX_BYTES,
} from '#contract/limits.ts'
import type { Answer, TestApp } from '#test/app.ts'
import {
  type BulkClient,
  createBulkClient,
  createListeningUploader,
  largePicture,
  smallPicture,
} from '#test/bulk-client.ts'
import { buildMember, unique } from '#test/factories.ts'
import { textFile } from '#test/pictures.ts'
import { sweepStagedFiles } from './leftover-sweeper.ts'
import { requeueStrandedFiles } from './sweep-uploads.ts'

let app: TestApp
let token: string
let client: BulkClient
let origin: string
beforeAll(async () => {
  ;({ app, origin } = await createListeningUploader())
})
afterAll(() => app.stop())
beforeEach(async () => {
  token = (await buildMember(app)).token
  client = createBulkClient(app, token)
})
afterEach(async () => {
  await app.db.deleteFrom('uploads').execute()
  await sweepStagedFiles(app.deps, -1)
})

const declare = (files: object[], as = token) => app.call('POST', '/meme/bulk', { token: as, body: { files } })
const addressOf = (uploadId: string, fileId: string, offset?: number) =>
  `/meme/bulk/${uploadId}/files/${fileId}${offset === undefined ? '' : `?offset=${offset}`}`
const put = (uploadId: string, fileId: string, bytes: Buffer, offset?: number, as = token): Promise<Answer> =>
  app.call('PUT', addressOf(uploadId, fileId, offset), {
    token: as,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
const drop = (uploadId: string, fileId: string) => app.call('DELETE', addressOf(uploadId, fileId), { token })
const status = async (uploadId: string) => (await client.status(uploadId)).body

/** Declares one file and returns functions that send its parts. */
async function declareLarge() {
  const large = await largePicture()
  const { uploadId } = (await declare([{ size: large.length, key: unique() }])).body
  return {
    large,
    uploadId,
    part: (offset: number) => put(uploadId, '0', large.subarray(offset, offset + BULK_PART_BYTES), offset),
    rest: (offset: number) => put(uploadId, '0', large.subarray(offset), offset),
  }
}

describe('files sent one by one', () => {
  test('become memes with their texts, and each is processed as soon as it has arrived', async () => {
    const pictures = [await smallPicture(), await smallPicture(), textFile()]
    const files = pictures.map(({ length }, at) => ({ name: `Number ${at}`, description: '#some', size: length }))
    const opened = await declare([...files, { name: 'Nothing', size: 0 }])
    expect([opened.status, opened.body]).toMatchObject([
      202,
      {
        files: [
          { id: '0', size: pictures[0]?.length, offset: 0, status: 'queued' },
          { id: '1', offset: 0, status: 'queued' },
          { id: '2', offset: 0, status: 'queued' },
          { id: '3', size: 0, status: 'failed' },
        ],
      },
    ])
    const { uploadId } = opened.body
    expect(await status(uploadId)).toMatchObject({ status: 'processing', totalFiles: 4, awaitedFiles: 3 })
    const first = await put(uploadId, '0', pictures[0] as Buffer)
    // A free worker can start before the response.
    const queuedOrProcessing = expect.stringMatching(/^(queued|processing)$/)
    expect([first.status, first.body.data]).toMatchObject([
      200,
      { offset: pictures[0]?.length, status: queuedOrProcessing },
    ])
    await expect.poll(async () => (await status(uploadId)).successCount).toBe(1)
    expect(await status(uploadId)).toMatchObject({ status: 'processing', awaitedFiles: 2, percentage: 50 })
    const last = await Promise.all([1, 2].map((at) => put(uploadId, String(at), pictures[at] as Buffer)))
    expect(last.map(({ status: code, body }) => [code, body.data.status])).toEqual([
      [200, queuedOrProcessing],
      [200, 'failed'],
    ])
    const end = await client.finished(uploadId)
    expect(end).toMatchObject({ status: 'completed', successCount: 2, failedCount: 2, awaitedFiles: 0 })
    expect(end.allResults.map(({ code }: { code?: string }) => code)).toEqual([
      undefined,
      undefined,
      'image.unsupportedType',
      'image.empty',
    ])
    const meme = await app.call('GET', `/meme/${end.allResults[0].memeId}`)
    expect(meme.body.data).toMatchObject({ name: 'Number 0', description: '#some', location: 'bulk' })
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('a file sent again, in turn and at once, is one meme', async () => {
    const picture = await smallPicture()
    const { uploadId } = (await declare([{ size: picture.length }])).body
    const answers = await Promise.all([1, 2, 3].map(() => put(uploadId, '0', picture)))
    answers.push(await put(uploadId, '0', picture))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect(await client.finished(uploadId)).toMatchObject({ totalFiles: 1, successCount: 1 })
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('a repeated declaration returns the same upload, how far each file is, and new texts for those to come', async () => {
    const large = await largePicture()
    const pictures = [await smallPicture(), large]
    const files = pictures.map(({ length }) => ({ size: length, key: unique(), name: 'Named first' }))
    const { uploadId } = (await declare(files)).body
    await put(uploadId, '0', pictures[0] as Buffer)
    await put(uploadId, '1', large.subarray(0, BULK_PART_BYTES), 0)
    const more = { size: 100, key: unique() }
    const renamed = files.map((file) => ({ ...file, name: 'Named later' }))
    const again = await declare(renamed)
    expect(again.body).toMatchObject({ uploadId, files: [{ size: pictures[0]?.length }, { offset: BULK_PART_BYTES }] })
    const mixed = await declare([more, ...renamed])
    expect(mixed.body.files).toMatchObject([{ offset: 0 }, { uploadId, id: '0' }, { uploadId, id: '1' }])
    expect(mixed.body.files[0].uploadId).not.toBe(uploadId)
    const known = await app.call('POST', '/meme/bulk/known', { token, body: { keys: files.map(({ key }) => key) } })
    expect(known.body.data.map((file: { isAwaited: boolean }) => file.isAwaited).sort()).toEqual([false, true])
    await put(uploadId, '1', large.subarray(BULK_PART_BYTES), BULK_PART_BYTES)
    const end = await client.finished(uploadId)
    const [first, second] = await Promise.all(
      end.allResults.map(
        async ({ memeId }: { memeId: string }) => (await app.call('GET', `/meme/${memeId}`)).body.data,
      ),
    )
    expect([first.name, second.name]).toEqual(['Named first', 'Named later'])
  })

  test.each([
    ['no files', [], 400, 'upload.noFiles'],
    ['51 files', Array.from({ length: 51 }, () => ({ size: 1 })), 400, 'upload.tooManyFiles'],
    [
      'a file over 10 MB',
      [{ size: 1 }, { fileName: 'huge.png', size: PICTURE_MAX_BYTES + 1 }],
      413,
      'upload.fileTooLarge',
    ],
    ['a name that is too long', [{ size: 1, name: 'x'.repeat(101) }], 400, 'request.invalid'],
    ['no size', [{ name: 'x' }], 400, 'request.invalid'],
  ])('%s are refused as in a form', async (_name, files, code, failure) => {
    const before = await app.db.selectFrom('uploads').select('id').execute()
    const answer = await declare(files)
    expect([answer.status, answer.body.code]).toEqual([code, failure])
    expect(await app.db.selectFrom('uploads').select('id').execute()).toHaveLength(before.length)
  })

  test('a dropped file is gone, and the last one ends its upload', async () => {
    const [picture, large] = [await smallPicture(), await largePicture()]
    const { uploadId } = (await declare([{ size: picture.length }, { size: large.length }])).body
    await put(uploadId, '0', picture)
    await put(uploadId, '1', large.subarray(0, BULK_PART_BYTES), 0)
    expect((await drop(uploadId, '0')).status).toBe(200)
    expect((await drop(uploadId, '1')).status).toBe(200)
    expect((await drop(uploadId, '1')).status).toBe(404)
    expect(await client.finished(uploadId)).toMatchObject({ status: 'completed', totalFiles: 1, successCount: 1 })
    const alone = (await declare([{ size: 1 }])).body.uploadId
    await drop(alone, '0')
    expect((await client.status(alone)).status).toBe(404)
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('files that never arrive fail, and free their keys and parts', async () => {
    const [key, large] = [unique(), await largePicture()]
    const { uploadId } = (await declare([{ size: large.length, key }])).body
    await put(uploadId, '0', large.subarray(0, BULK_PART_BYTES), 0)
    await requeueStrandedFiles(app.deps)
    await sweepStagedFiles(app.deps, -1)
    expect([(await status(uploadId)).status, (await client.staged()).length]).toEqual(['processing', 1])
    await app.db
      .updateTable('upload_files')
      .set({ due_at: new Date(Date.now() - BULK_AWAITED_HOURS * 3_600_000) })
      .where('upload_id', '=', uploadId)
      .execute()
    await requeueStrandedFiles(app.deps)
    expect(await client.finished(uploadId)).toMatchObject({
      allResults: [{ status: 'failed', code: 'upload.interrupted' }],
    })
    expect(await client.stagedInTheEnd()).toEqual([])
    expect((await declare([{ size: 1, key }])).body.files).toMatchObject([{ offset: 0, status: 'queued' }])
  })
})

describe('parts of a file', () => {
  test('are put together in order, and a wrong offset is refused with the right one', async () => {
    const { large, uploadId, part, rest } = await declareLarge()
    const early = await part(BULK_PART_BYTES)
    expect([early.status, early.body]).toMatchObject([409, { code: 'upload.wrongOffset', offset: 0 }])
    expect((await part(0)).body.data).toMatchObject({ offset: BULK_PART_BYTES })
    const twice = await part(0)
    expect([twice.status, twice.body.offset]).toEqual([409, BULK_PART_BYTES])
    const together = await Promise.all([1, 2, 3].map(() => part(BULK_PART_BYTES)))
    expect(together.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
    const ends = await Promise.all([1, 2].map(() => rest(2 * BULK_PART_BYTES)))
    expect(ends.map(({ body }) => body.data?.offset ?? body.offset)).toEqual([large.length, large.length])
    const late = await part(0)
    expect([late.status, late.body.offset]).toEqual([409, large.length])
    const end = await client.finished(uploadId)
    expect(end).toMatchObject({ status: 'completed', successCount: 1 })
    const whole = await app.call('POST', '/meme/bulk', { token, body: { files: [{ size: large.length }] } })
    await put(whole.body.uploadId, '0', large)
    // The server compares the pictures: both are the same.
    expect((await client.finished(whole.body.uploadId)).allResults[0].duplicateOf).toBe(end.allResults[0].memeId)
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('a connection that breaks in a part loses that part only', async () => {
    const { large, uploadId, part, rest } = await declareLarge()
    await part(0)
    const broken = request(`${origin}/api${addressOf(uploadId, '0', BULK_PART_BYTES)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-length': BULK_PART_BYTES },
    })
    broken.on('error', () => undefined)
    broken.write(large.subarray(BULK_PART_BYTES, BULK_PART_BYTES + 300_000))
    await expect.poll(async () => (await client.staged()).length).toBe(2)
    broken.destroy()
    await expect.poll(async () => (await client.staged()).length).toBe(1)
    expect((await part(BULK_PART_BYTES)).status).toBe(200)
    expect((await rest(2 * BULK_PART_BYTES)).status).toBe(200)
    expect(await client.finished(uploadId)).toMatchObject({ successCount: 1 })
  })

  test('a part that was lost starts the file again, and the whole file replaces its parts', async () => {
    const { large, uploadId, part, rest } = await declareLarge()
    await part(0)
    await app.deps.uploadStore.remove((await client.staged())[0] as string)
    const lost = await rest(BULK_PART_BYTES)
    expect([lost.status, lost.body.offset]).toEqual([409, 0])
    await part(0)
    expect((await put(uploadId, '0', large)).status).toBe(200)
    expect(await client.finished(uploadId)).toMatchObject({ successCount: 1 })
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('sizes that differ from the declared one, and parts that are too small, are refused and leave nothing', async () => {
    const { large, uploadId, part } = await declareLarge()
    const more = Buffer.concat([large, Buffer.from('x')])
    const chunked = await fetch(`${origin}/api${addressOf(uploadId, '0', 0)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: new Blob([new Uint8Array(more)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([chunked.status, ((await chunked.json()) as { code: string }).code]).toEqual([400, 'upload.wrongSize'])
    for (const [bytes, offset, code] of [
      [large.subarray(1), undefined, 'upload.wrongSize'],
      [more, undefined, 'upload.wrongSize'],
      [more, 0, 'upload.wrongSize'],
      [large.subarray(0, BULK_PART_MIN_BYTES - 1), 0, 'upload.partTooSmall'],
      [Buffer.alloc(0), 0, 'upload.partTooSmall'],
    ] as const)
      expect((await put(uploadId, '0', bytes, offset)).body.code).toBe(code)
    expect(await client.staged()).toEqual([])
    expect((await part(0)).status).toBe(200)
  })

  test.each([
    ['of a member', BULK_UNFINISHED_MAX_BYTES, true],
    ['of all members', BULK_UNFINISHED_SITE_MAX_BYTES, false],
  ])('parts %s are limited', async (_name, most, isOwn) => {
    const { large, part } = await declareLarge()
    const other = isOwn ? token : (await buildMember(app)).token
    const full = (await declare([{ size: large.length }, { size: large.length }, { size: large.length }], other)).body
    const set = (bytes: number) =>
      app.db
        .updateTable('upload_files')
        .set({ received_bytes: Math.floor(bytes / 3) })
        .where('upload_id', '=', full.uploadId)
        .execute()
    await set(most - BULK_PART_BYTES + 3)
    expect((await part(0)).body.code).toBe('upload.tooManyUnfinished')
    expect(await client.staged()).toEqual([])
    await set(most - BULK_PART_BYTES)
    expect((await part(0)).status).toBe(200)
  })

  test('of another member’s upload do not exist', async () => {
    const { large, uploadId } = await declareLarge()
    const other = (await buildMember(app)).token
    for (const [id, file] of [
      [uploadId, '0'],
      [uploadId, '1'],
      [uploadId, 'x'],
    ] as const)
      expect((await put(id, file, large, undefined, id === uploadId && file === '0' ? other : token)).status).toBe(404)
    expect(await status(uploadId)).toMatchObject({ awaitedFiles: 1 })
  })
})
