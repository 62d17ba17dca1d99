import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  BULK_PART_BYTES,
  BULK_PART_MIN_BYTES,
  BULK_UNFINISHED_MAX_BYTES,
  BULK_UNFINISHED_SITE_MAX_BYTES,
} from '#contract/limits.ts'
import { declaredFilesSite } from '#test/declared-files.ts'
import { buildMember } from '#test/factories.ts'

const { site, declare, addressOf, put, status, declareLarge } = declaredFilesSite()

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
    const end = await site.client.finished(uploadId)
    expect(end).toMatchObject({ status: 'completed', successCount: 1 })
    const whole = await site.app.call('POST', '/meme/bulk', {
      token: site.token,
      body: { files: [{ size: large.length }] },
    })
    await put(whole.body.uploadId, '0', large)
    // The server compares the pictures: both are the same.
    expect((await site.client.finished(whole.body.uploadId)).allResults[0].duplicateOf).toBe(end.allResults[0].memeId)
    expect(await site.client.stagedInTheEnd()).toEqual([])
  })

  test('a connection that breaks in a part loses that part only', async () => {
    const { large, uploadId, part, rest } = await declareLarge()
    await part(0)
    const broken = request(`${site.origin}/api${addressOf(uploadId, '0', BULK_PART_BYTES)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${site.token}`, 'content-length': BULK_PART_BYTES },
    })
    broken.on('error', () => undefined)
    broken.write(large.subarray(BULK_PART_BYTES, BULK_PART_BYTES + 300_000))
    await expect.poll(async () => (await site.client.staged()).length).toBe(2)
    broken.destroy()
    await expect.poll(async () => (await site.client.staged()).length).toBe(1)
    expect((await part(BULK_PART_BYTES)).status).toBe(200)
    expect((await rest(2 * BULK_PART_BYTES)).status).toBe(200)
    expect(await site.client.finished(uploadId)).toMatchObject({ successCount: 1 })
  })

  test('a part that was lost starts the file again, and the whole file replaces its parts', async () => {
    const { large, uploadId, part, rest } = await declareLarge()
    await part(0)
    await site.app.deps.uploadStore.remove((await site.client.staged())[0] as string)
    const lost = await rest(BULK_PART_BYTES)
    expect([lost.status, lost.body.offset]).toEqual([409, 0])
    await part(0)
    expect((await put(uploadId, '0', large)).status).toBe(200)
    expect(await site.client.finished(uploadId)).toMatchObject({ successCount: 1 })
    expect(await site.client.stagedInTheEnd()).toEqual([])
  })

  test('sizes that differ from the declared one, and parts that are too small, are refused and leave nothing', async () => {
    const { large, uploadId, part } = await declareLarge()
    const more = Buffer.concat([large, Buffer.from('x')])
    const chunked = await fetch(`${site.origin}/api${addressOf(uploadId, '0', 0)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${site.token}` },
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
    expect(await site.client.staged()).toEqual([])
    expect((await part(0)).status).toBe(200)
  })

  test.each([
    ['of a member', BULK_UNFINISHED_MAX_BYTES, true],
    ['of all members', BULK_UNFINISHED_SITE_MAX_BYTES, false],
  ])('parts %s are limited', async (_name, most, isOwn) => {
    const { large, part } = await declareLarge()
    const other = isOwn ? site.token : (await buildMember(site.app)).token
    const full = (await declare([{ size: large.length }, { size: large.length }, { size: large.length }], other)).body
    const set = (bytes: number) =>
      site.app.db
        .updateTable('upload_files')
        .set({ received_bytes: Math.floor(bytes / 3) })
        .where('upload_id', '=', full.uploadId)
        .execute()
    await set(most - BULK_PART_BYTES + 3)
    expect((await part(0)).body.code).toBe('upload.tooManyUnfinished')
    expect(await site.client.staged()).toEqual([])
    await set(most - BULK_PART_BYTES)
    expect((await part(0)).status).toBe(200)
  })

  test('of another member’s upload do not exist', async () => {
    const { large, uploadId } = await declareLarge()
    const other = (await buildMember(site.app)).token
    for (const [id, file] of [
      [uploadId, '0'],
      [uploadId, '1'],
      [uploadId, 'x'],
    ] as const)
      expect((await put(id, file, large, undefined, id === uploadId && file === '0' ? other : site.token)).status).toBe(
        404,
      )
    expect(await status(uploadId)).toMatchObject({ awaitedFiles: 1 })
  })
})
