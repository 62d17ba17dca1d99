import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createBulkClient, memesPart, picturePart, pictureParts, smallPicture } from '#test/bulk-client.ts'
import { buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { notRepeated } from '#test/not-repeated.ts'
import * as pictures from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'

const app = await appForFile()
const member = await buildMember(app)
const token = member.token
const userId = member.user.id
const client = createBulkClient(app, token)

describe('uploading many pictures', () => {
  test('makes a meme of each, with the metadata at the same position, in any order of fields', async () => {
    const names = [{ name: 'first', description: 'one #cats', sensitive: true }, { name: '' }, {}]
    const files = [
      await picturePart('a.png'),
      await picturePart('chuyện mèo.png'),
      await picturePart('C:\\pics\\third one.png'),
    ]
    for (const parts of [
      [memesPart(names), ...files],
      [...(await pictureParts(3)).slice(0, 2), memesPart(names), await picturePart('x.png')],
    ]) {
      const answer = await client.send(parts)
      expect(answer.status).toBe(202)
      expect(answer.body).toEqual({ success: true, uploadId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
      const end = await client.finished(answer.body.uploadId)
      expect(end).toMatchObject({
        success: true,
        type: 'completed',
        status: 'completed',
        totalFiles: 3,
        processedFiles: 3,
        successCount: 3,
        failedCount: 0,
        percentage: 100,
        estimatedTimeRemaining: 0,
        currentFile: null,
      })
      expect(end.allResults.map((file: { index: number; status: string }) => [file.index, file.status])).toEqual([
        [0, 'done'],
        [1, 'done'],
        [2, 'done'],
      ])
      const first = await app.call('GET', `/meme/${end.allResults[0].memeId}`)
      expect(first.body.data).toMatchObject({
        name: 'first',
        description: 'one #cats',
        tag: ['cats'],
        location: 'bulk',
        sensitive: true,
        userId,
      })
    }
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('names memes after their files by default, in any script', async () => {
    const answer = await client.send([
      await picturePart('chuyện mèo.png'),
      await picturePart('C:\\pics\\third one.png'),
    ])
    const end = await client.finished(answer.body.uploadId)
    expect(end.allResults.map((file: { fileName: string }) => file.fileName)).toEqual([
      'chuyện mèo.png',
      'third one.png',
    ])
    const names = await Promise.all(
      end.allResults.map(
        async (file: { memeId: string }) => (await app.call('GET', `/meme/${file.memeId}`)).body.data.name,
      ),
    )
    expect(names).toEqual(['chuyện mèo', 'third one'])
  })

  test('accepts fifty at once', { ...notRepeated, timeout: 120_000 }, async () => {
    const answer = await client.send(await pictureParts(50))
    expect(answer.status).toBe(202)
    expect(await client.finished(answer.body.uploadId)).toMatchObject({
      totalFiles: 50,
      successCount: 50,
      failedCount: 0,
    })
    const rows = await app.db
      .selectFrom('upload_files')
      .select('meme_id')
      .where('upload_id', '=', answer.body.uploadId)
      .execute()
    expect(new Set(rows.map((row) => row.meme_id)).size).toBe(50)
  })

  test('fails only the bad pictures, each with its reason in the requested language', async () => {
    const answer = await client.send([
      await picturePart('good.png'),
      await picturePart('words.jpg', pictures.textFile()),
      await picturePart('empty.png', Buffer.alloc(0)),
      await picturePart('cut.jpg', await pictures.truncatedJpeg()),
      await picturePart('bomb.gif', pictures.gifBomb()),
    ])
    expect(answer.status).toBe(202)
    const end = await client.finished(answer.body.uploadId)
    expect(end).toMatchObject({ status: 'completed', successCount: 1, failedCount: 4, percentage: 100 })
    expect(end.allResults.map((file: { code?: string }) => file.code)).toEqual([
      undefined,
      'image.unsupportedType',
      'image.empty',
      'image.undecodable',
      'image.tooManyPixels',
    ])
    const inVietnamese = await app.call('GET', `/meme/bulk/status/${answer.body.uploadId}`, {
      token,
      headers: { 'accept-language': 'vi' },
    })
    expect(inVietnamese.body.allResults[2].message).not.toBe(end.allResults[2].message)
    expect(await client.stagedInTheEnd()).toEqual([])
  })

  test('completes at once when no file can be read', async () => {
    const answer = await client.send([await picturePart('words.jpg', pictures.textFile())])
    expect((await client.status(answer.body.uploadId)).body).toMatchObject({
      status: 'completed',
      failedCount: 1,
      percentage: 100,
    })
  })

  test('skips duplicates with their position, or accepts them on request', async () => {
    const bytes = await smallPicture()
    const meme = await buildMeme(app, { bytes })
    const skipped = await client.send([await picturePart('again.png', bytes), await picturePart('new.png')])
    const end = await client.finished(skipped.body.uploadId)
    expect(end).toMatchObject({ status: 'completed', successCount: 1, failedCount: 1 })
    expect(end.allResults[0]).toMatchObject({ status: 'failed', code: 'meme.duplicate', duplicateOf: meme.id })
    const added = await client.send([await picturePart('again.png', bytes), { name: 'duplicates', value: 'keep' }])
    expect(await client.finished(added.body.uploadId)).toMatchObject({ successCount: 1, failedCount: 0 })
  })

  test('treats a re-encoded picture as a duplicate', async () => {
    const original = await randomPicture(unique())
    const first = await client.send([await picturePart('first.png', original)])
    const { memeId } = (await client.finished(first.body.uploadId)).allResults[0]
    const recompressed = await sharp(original).jpeg({ quality: 85 }).toBuffer()
    const skipped = await client.send([await picturePart('again.jpg', recompressed)])
    expect((await client.finished(skipped.body.uploadId)).allResults[0]).toMatchObject({
      status: 'failed',
      code: 'meme.duplicate',
      duplicateOf: memeId,
    })
    const added = await client.send([
      await picturePart('again.jpg', recompressed),
      { name: 'duplicates', value: 'keep' },
    ])
    expect(await client.finished(added.body.uploadId)).toMatchObject({ successCount: 1, failedCount: 0 })
  })

  test('makes one meme of the same picture sent twice', async () => {
    const bytes = await smallPicture()
    const answer = await client.send([await picturePart('a.png', bytes), await picturePart('b.png', bytes)])
    expect(await client.finished(answer.body.uploadId)).toMatchObject({ successCount: 1, failedCount: 1 })
  })
})
