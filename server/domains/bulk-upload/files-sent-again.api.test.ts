import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { BULK_PART_BYTES } from '#contract/limits.ts'
import { createBulkClient, largePicture, memesPart, picturePart, pictureParts } from '#test/bulk-client.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import * as pictures from '#test/pictures.ts'
import { sweepStagedFiles } from './leftover-sweeper.ts'
import { requeueStrandedFiles } from './sweep-uploads.ts'

const app = await appForFile()
const member = await buildMember(app)
const token = member.token
const client = createBulkClient(app, token)

describe('sending files again', () => {
  test('a whole upload with the same keys is the same upload', async () => {
    const parts = [...(await pictureParts(2)), memesPart([{ key: unique() }, { key: unique() }])]
    const [first, second] = await Promise.all([client.send(parts), client.send(parts)])
    const third = await client.send(parts)
    expect([first.status, second.status, third.status]).toEqual([202, 202, 202])
    expect(new Set([first.body.uploadId, second.body.uploadId, third.body.uploadId]).size).toBe(1)
    expect(await client.finished(first.body.uploadId)).toMatchObject({ totalFiles: 2, successCount: 2 })
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('only missing files are accepted, and failed ones can come again', async () => {
    const [good, bad, fresh] = [unique(), unique(), unique()]
    const goodFile = await picturePart('good.png')
    const before = await client.send([
      goodFile,
      await picturePart('bad.png', pictures.textFile()),
      memesPart([{ key: good }, { key: bad }]),
    ])
    await client.finished(before.body.uploadId)
    const known = await app.call('POST', '/meme/bulk/known', { token, body: { keys: [good, bad, fresh] } })
    expect(known.body.data).toEqual(
      expect.arrayContaining([
        { key: good, uploadId: before.body.uploadId, index: 0, status: 'done', isAwaited: false },
        {
          key: bad,
          uploadId: before.body.uploadId,
          index: 1,
          status: 'failed',
          isAwaited: false,
          code: 'image.unsupportedType',
        },
      ]),
    )
    expect(known.body.data).toHaveLength(2)
    const after = await client.send([
      goodFile,
      await picturePart('bad.png'),
      await picturePart('fresh.png'),
      memesPart([{ key: good }, { key: bad }, { key: fresh }]),
    ])
    const end = await client.finished(after.body.uploadId)
    expect(end.allResults.map((file: { index: number; status: string }) => [file.index, file.status])).toEqual([
      [1, 'done'],
      [2, 'done'],
    ])
    expect(end).toMatchObject({ totalFiles: 2, successCount: 2, percentage: 100 })
  })

  test('a form with files that were announced before completes them in their upload, also after some parts', async () => {
    const [key, partly] = [unique(), unique()]
    const large = await largePicture()
    const files = [
      { key, name: 'Announced', size: 5 },
      { key: partly, size: large.length },
    ]
    const { uploadId } = (await app.call('POST', '/meme/bulk', { token, body: { files } })).body
    const part = await app.call('PUT', `/meme/bulk/${uploadId}/files/1?offset=0`, {
      token,
      payload: large.subarray(0, BULK_PART_BYTES),
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect(part.body.data).toMatchObject({ offset: BULK_PART_BYTES })
    const sent = await client.send([
      await picturePart('one.png'),
      await picturePart('two.png', large),
      await picturePart('three.png'),
      memesPart([{ key, name: 'Sent whole' }, { key: partly }, { key }]),
    ])
    expect([sent.status, sent.body.uploadId]).toEqual([202, uploadId])
    const end = await client.finished(uploadId)
    expect(end).toMatchObject({ totalFiles: 2, successCount: 2 })
    const { body } = await app.call('GET', `/meme/${end.allResults[0].memeId}`, { token })
    expect(body.data.name).toBe('Sent whole')
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('the keys of other members reveal nothing', async () => {
    const key = unique()
    const mine = await client.send([...(await pictureParts(1)), memesPart([{ key }])])
    const other = await buildMember(app)
    const known = await app.call('POST', '/meme/bulk/known', { token: other.token, body: { keys: [key] } })
    expect(known.body.data).toEqual([])
    const theirs = await client.send([...(await pictureParts(1)), memesPart([{ key }])], other.token)
    expect(theirs.body.uploadId).not.toBe(mine.body.uploadId)
    expect((await client.status(theirs.body.uploadId, other.token)).body.totalFiles).toBe(1)
    expect(await client.stagedInTheEnd()).toEqual([])
  })
})

describe('server failures', () => {
  test('a file with a failed job goes to the end of the queue and succeeds later', async () => {
    const put = app.deps.blobs.put
    let failures = 0
    app.deps.blobs.put = async (...given) => {
      failures += 1
      if (failures === 1) throw new Error('the disk is away for a moment')
      return put.apply(app.deps.blobs, given)
    }
    try {
      const { body } = await client.send(await pictureParts(4))
      expect(await client.finished(body.uploadId)).toMatchObject({ successCount: 4, failedCount: 0 })
      const files = await app.db
        .selectFrom('upload_files')
        .selectAll()
        .where('upload_id', '=', body.uploadId)
        .orderBy('finished_at', 'desc')
        .execute()
      expect(files.map((file) => file.attempts)).toEqual([2, 1, 1, 1])
    } finally {
      app.deps.blobs.put = put
    }
  })

  test('a file with lost bytes fails with its own error', async () => {
    const { body } = await client.send(await pictureParts(1))
    await client.finished(body.uploadId)
    const meme = (await client.status(body.uploadId)).body.allResults[0].memeId
    await app.db
      .updateTable('upload_files')
      .set({
        status: 'processing',
        started_at: new Date(0),
        staged_key: 'gone.source',
        meme_id: null,
        finished_at: null,
      })
      .where('upload_id', '=', body.uploadId)
      .execute()
    await requeueStrandedFiles(app.deps)
    const end = await client.finished(body.uploadId)
    expect(end).toMatchObject({ status: 'error', failedCount: 1 })
    expect(end.allResults[0].code).toBe('upload.interrupted')
    expect(meme).toBeTruthy()
  })

  test('the sweep deletes only files without a row', async () => {
    const { body } = await client.send(await pictureParts(1))
    await client.finished(body.uploadId)
    await app.db
      .updateTable('upload_files')
      .set({ staged_key: 'needed.source' })
      .where('upload_id', '=', body.uploadId)
      .execute()
    for (const name of ['needed.source', 'orphan.source']) await writeFile(path.join(app.deps.stagingDir, name), 'x')
    await sweepStagedFiles(app.deps, -1)
    expect(await client.staged()).toEqual(['needed.source'])
  })
})
