import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart, type Part } from '#test/multipart.ts'
import * as pictures from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'
import { sweepBlobs } from './jobs.ts'

const app = await appForFile()
const token = (await buildMember(app)).token

const upload = (bytes: Buffer, fields: Record<string, string> = {}, fileName = 'funny cat.png') => {
  const parts: Part[] = Object.entries(fields).map(([name, value]) => ({ name, value }))
  return app.call('POST', '/meme', { token, ...multipart([...parts, { name: 'image', value: bytes, fileName }]) })
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(app.dataDir, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('uploading one picture', () => {
  test('makes a meme in three sizes, upright and without metadata', async () => {
    const answer = await upload(await pictures.jpegWithMetadata(), {
      name: 'Sideways #Cats',
      description: 'mèo và chó #đời',
    })
    expect(answer.status).toBe(201)
    const meme = answer.body.data
    expect(meme).toMatchObject({
      name: 'Sideways #Cats',
      tag: ['cats', 'đời'],
      location: 'quick',
      status: 'ready',
      likeCount: 0,
    })
    expect(meme.viewer).toMatchObject({ isOwner: true, isLiked: false })
    const { imageOrigin, imageMedium, imageSmall, mime } = meme.image
    expect(mime).toBe('image/jpeg')
    for (const [url, type] of [
      [imageOrigin, 'image/jpeg'],
      [imageMedium, 'image/webp'],
      [imageSmall, 'image/webp'],
    ]) {
      const file = await app.app.inject({ method: 'GET', url })
      expect(file.statusCode).toBe(200)
      expect(file.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
      const metadata = await sharp(file.rawPayload).metadata()
      expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  test('accepts fields after the file, and uses the file name as the default name', async () => {
    const parts: Part[] = [
      { name: 'image', value: await randomPicture(unique()), fileName: 'C:\\pics\\monday mood.png' },
      { name: 'description', value: 'late field' },
    ]
    const answer = await app.call('POST', '/meme', { token, ...multipart(parts) })
    expect(answer.body.data).toMatchObject({ name: 'monday mood', description: 'late field' })
  })

  test('refuses a duplicate unless the upload allows it', async () => {
    const bytes = await randomPicture(unique())
    const first = await upload(bytes)
    const second = await upload(bytes)
    expect([second.status, second.body.code, second.body.duplicateOf]).toEqual([
      409,
      'meme.duplicate',
      first.body.data._id,
    ])
    const anyway = await upload(bytes, { allowDuplicate: 'true' })
    expect(anyway.status).toBe(201)
  })

  test('makes one meme of two simultaneous uploads of the same bytes', async () => {
    const bytes = await randomPicture(unique())
    const answers = await Promise.all([upload(bytes), upload(bytes), upload(bytes)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
  })
})

describe('bad pictures leave nothing behind', () => {
  const cases: [string, () => Promise<Buffer> | Buffer, number, string][] = [
    ['a text file named .jpg', () => pictures.textFile(), 415, 'image.unsupportedType'],
    ['a TIFF', () => pictures.tiff(), 415, 'image.unsupportedType'],
    ['an SVG', () => pictures.svg(), 415, 'image.unsupportedType'],
    ['an empty file', () => Buffer.alloc(0), 400, 'image.empty'],
    ['a truncated JPEG', () => pictures.truncatedJpeg(), 422, 'image.undecodable'],
    ['a 35-byte GIF bomb', () => pictures.gifBomb(), 422, 'image.tooManyPixels'],
    ['a 20,000 x 20,000 PNG', () => pictures.hugePng(), 422, 'image.tooManyPixels'],
    ['an 11 MB file', () => pictures.elevenMegabytes(), 413, 'image.tooLarge'],
    ['a 1,000-frame GIF', () => pictures.thousandFrameGif(), 422, 'image.tooManyFrames'],
  ]
  test.each(cases)('%s', async (_name, make, status, code) => {
    const before = {
      media: await filesIn('media'),
      memes: await app.db.selectFrom('memes').select('id').orderBy('id').execute(),
    }
    const answer = await upload(await make(), {}, 'picture.jpg')
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await filesIn('staging')).toEqual([])
    expect(await filesIn('media')).toEqual(before.media)
    expect(await app.db.selectFrom('memes').select('id').orderBy('id').execute()).toEqual(before.memes)
  })

  test('a name of 101 characters after the file', async () => {
    const answer = await app.call('POST', '/meme', {
      token,
      ...multipart([
        { name: 'image', value: await randomPicture(unique()), fileName: 'a.png' },
        { name: 'name', value: 'é'.repeat(101) },
      ]),
    })
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'nameMaxLength'])
    expect(await filesIn('staging')).toEqual([])
  })

  test('a body that is not multipart, has no picture or is truncated', async () => {
    const json = await app.call('POST', '/meme', { token, body: { name: 'x' } })
    expect([json.status, json.body.code]).toEqual([415, 'request.unsupportedType'])
    const none = await app.call('POST', '/meme', { token, ...multipart([{ name: 'name', value: 'x' }]) })
    expect([none.status, none.body.code]).toEqual([400, 'image.required'])
    const whole = multipart([{ name: 'image', value: await randomPicture(unique()), fileName: 'a.png' }])
    const cut = await app.call('POST', '/meme', { token, ...whole, payload: whole.payload.subarray(0, -60) })
    expect([cut.status, cut.body.success]).toEqual([400, false])
    expect(await filesIn('staging')).toEqual([])
  })
})

describe('reading a meme', () => {
  test('returns no viewer state to a visitor', async () => {
    const meme = await buildMeme(app)
    const answer = await app.call('GET', `/meme/${meme.id}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data._id).toBe(meme.id)
    expect(answer.body.data.viewer).toBeUndefined()
  })

  test('returns 400 for an id that is no UUID and 404 for an unknown one, in the requested language', async () => {
    expect((await app.call('GET', '/meme/abc')).status).toBe(400)
    const unknown = await app.call('GET', `/meme/${UNKNOWN_ID}`, {
      headers: { 'accept-language': 'vi' },
    })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'meme.notFound'])
    expect(unknown.body.message).toMatch(/không tìm thấy/)
  })
})

describe('stored files', () => {
  test('are immutable, support range and conditional requests, and are never sniffed', async () => {
    const meme = await buildMeme(app)
    const url = `/media/${meme.blob_small}`
    const whole = await app.app.inject({ method: 'GET', url })
    // A shared cache in front of the site stores it for an hour only, because the meme may be removed.
    expect(whole.headers['cache-control']).toBe('public, max-age=31536000, s-maxage=3600, immutable')
    expect(whole.headers['x-content-type-options']).toBe('nosniff')
    const part = await app.app.inject({ method: 'GET', url, headers: { range: 'bytes=2-5' } })
    expect([part.statusCode, part.rawPayload.equals(whole.rawPayload.subarray(2, 6))]).toEqual([206, true])
    expect(part.headers['content-range']).toBe(`bytes 2-5/${whole.rawPayload.length}`)
    const tail = await app.app.inject({ method: 'GET', url, headers: { range: 'bytes=-3' } })
    expect(tail.rawPayload.equals(whole.rawPayload.subarray(-3))).toBe(true)
    const beyond = await app.app.inject({ method: 'GET', url, headers: { range: 'bytes=99999999-' } })
    expect(beyond.statusCode).toBe(416)
    const same = await app.app.inject({ method: 'GET', url, headers: { 'if-none-match': String(whole.headers.etag) } })
    expect(same.statusCode).toBe(304)
  })

  test('return 404 for unknown names and path traversal', async () => {
    for (const name of ['0'.repeat(40), '..%2F..%2Fauth-secret', `${'0'.repeat(40)}.webp`, `${'0'.repeat(40)}.svg`]) {
      const answer = await app.app.inject({ method: 'GET', url: `/media/${name}` })
      expect(answer.statusCode).toBe(404)
    }
  })

  test('the sweep deletes unreferenced files, but not files that another meme shares', async () => {
    const bytes = await randomPicture(unique())
    const first = await buildMeme(app, { bytes })
    const second = await buildMeme(app, { bytes })
    const alone = await buildMeme(app)
    expect(second.blob_origin).toBe(first.blob_origin)
    await app.db.deleteFrom('memes').where('id', 'in', [first.id, alone.id]).execute()
    await sweepBlobs(app.deps)
    const files = await filesIn('media')
    expect(files).toContain(second.blob_origin)
    expect(files).not.toContain(alone.blob_origin)
    const rows = await app.db.selectFrom('blobs').select('key').where('key', '=', alone.blob_origin).execute()
    expect(rows).toEqual([])
  })
})
