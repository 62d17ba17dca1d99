import { describe, expect, test } from 'vitest'
import { BULK_AWAITED_HOURS, BULK_PART_BYTES, PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { largePicture, smallPicture } from '#test/bulk-client.ts'
import { declaredFilesSite } from '#test/declared-files.ts'
import { unique } from '#test/factories.ts'
import { textFile } from '#test/pictures.ts'
import { sweepStagedFiles } from './leftover-sweeper.ts'
import { requeueStrandedFiles } from './sweep-uploads.ts'

const { site, declare, put, drop, status } = declaredFilesSite()

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
    const end = await site.client.finished(uploadId)
    expect(end).toMatchObject({ status: 'completed', successCount: 2, failedCount: 2, awaitedFiles: 0 })
    expect(end.allResults.map(({ code }: { code?: string }) => code)).toEqual([
      undefined,
      undefined,
      'image.unsupportedType',
      'image.empty',
    ])
    const meme = await site.app.call('GET', `/meme/${end.allResults[0].memeId}`)
    expect(meme.body.data).toMatchObject({ name: 'Number 0', description: '#some', location: 'bulk' })
    expect(await site.client.stagedInTheEnd()).toEqual([])
  })

  test('a file sent again, in turn and at once, is one meme', async () => {
    const picture = await smallPicture()
    const { uploadId } = (await declare([{ size: picture.length }])).body
    const answers = await Promise.all([1, 2, 3].map(() => put(uploadId, '0', picture)))
    answers.push(await put(uploadId, '0', picture))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect(await site.client.finished(uploadId)).toMatchObject({ totalFiles: 1, successCount: 1 })
    expect(await site.client.stagedInTheEnd()).toEqual([])
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
    const known = await site.app.call('POST', '/meme/bulk/known', {
      token: site.token,
      body: { keys: files.map(({ key }) => key) },
    })
    expect(known.body.data.map((file: { isAwaited: boolean }) => file.isAwaited).sort()).toEqual([false, true])
    await put(uploadId, '1', large.subarray(BULK_PART_BYTES), BULK_PART_BYTES)
    const end = await site.client.finished(uploadId)
    const [first, second] = await Promise.all(
      end.allResults.map(
        async ({ memeId }: { memeId: string }) => (await site.app.call('GET', `/meme/${memeId}`)).body.data,
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
    const before = await site.app.db.selectFrom('uploads').select('id').execute()
    const answer = await declare(files)
    expect([answer.status, answer.body.code]).toEqual([code, failure])
    expect(await site.app.db.selectFrom('uploads').select('id').execute()).toHaveLength(before.length)
  })

  test('a dropped file is gone, and the last one ends its upload', async () => {
    const [picture, large] = [await smallPicture(), await largePicture()]
    const { uploadId } = (await declare([{ size: picture.length }, { size: large.length }])).body
    await put(uploadId, '0', picture)
    await put(uploadId, '1', large.subarray(0, BULK_PART_BYTES), 0)
    expect((await drop(uploadId, '0')).status).toBe(200)
    expect((await drop(uploadId, '1')).status).toBe(200)
    expect((await drop(uploadId, '1')).status).toBe(404)
    expect(await site.client.finished(uploadId)).toMatchObject({ status: 'completed', totalFiles: 1, successCount: 1 })
    const alone = (await declare([{ size: 1 }])).body.uploadId
    await drop(alone, '0')
    expect((await site.client.status(alone)).status).toBe(404)
    expect(await site.client.stagedInTheEnd()).toEqual([])
  })

  test('files that never arrive fail, and free their keys and parts', async () => {
    const [key, large] = [unique(), await largePicture()]
    const { uploadId } = (await declare([{ size: large.length, key }])).body
    await put(uploadId, '0', large.subarray(0, BULK_PART_BYTES), 0)
    await requeueStrandedFiles(site.app.deps)
    await sweepStagedFiles(site.app.deps, -1)
    expect([(await status(uploadId)).status, (await site.client.staged()).length]).toEqual(['processing', 1])
    await site.app.db
      .updateTable('upload_files')
      .set({ due_at: new Date(Date.now() - BULK_AWAITED_HOURS * 3_600_000) })
      .where('upload_id', '=', uploadId)
      .execute()
    await requeueStrandedFiles(site.app.deps)
    expect(await site.client.finished(uploadId)).toMatchObject({
      allResults: [{ status: 'failed', code: 'upload.interrupted' }],
    })
    expect(await site.client.stagedInTheEnd()).toEqual([])
    expect((await declare([{ size: 1, key }])).body.files).toMatchObject([{ offset: 0, status: 'queued' }])
  })
})
