import { createHash } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plainJpeg, textFile } from '#test/pictures.ts'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { PictureError, type PictureErrorCode } from './picture-error.ts'
import { receiveAvatar } from './prepare-avatar.ts'
import { discard, filesOf, receivePicture, sweepStaging } from './staging.ts'

let folder: TemporaryFolder
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => folder.remove())

const streamOf = (bytes: Buffer) => Readable.from([bytes.subarray(0, 100), bytes.subarray(100)])
const left = () => readdir(folder.path)

describe('receiving a picture', () => {
  test('stores the exact bytes with their hash and type', async () => {
    const bytes = await plainJpeg()
    const source = await receivePicture(streamOf(bytes), { stagingDir: folder.path, maxBytes: bytes.length })
    expect(await readFile(source.path)).toEqual(bytes)
    expect(source).toMatchObject({
      bytes: bytes.length,
      type: 'jpeg',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    await discard(source)
    expect(await left()).toEqual([])
  })

  test('creates a missing staging folder', async () => {
    const stagingDir = path.join(folder.path, 'not', 'there')
    const source = await receivePicture(streamOf(await plainJpeg()), { stagingDir, maxBytes: 1e6 })
    expect(path.dirname(source.path)).toBe(stagingDir)
  })

  test('detects the type if the bytes come one by one', async () => {
    const bytes = await plainJpeg({ width: 20, height: 20 })
    const drops = Readable.from(Array.from(bytes, (byte) => Buffer.from([byte])))
    const source = await receivePicture(drops, { stagingDir: folder.path, maxBytes: 1e6 })
    expect(source).toMatchObject({ type: 'jpeg', bytes: bytes.length })
  })

  const refused: [string, PictureErrorCode, () => Promise<Readable>, number][] = [
    ['one byte too many', 'image.tooLarge', async () => streamOf(Buffer.alloc(1001)), 1000],
    ['nothing', 'image.empty', async () => Readable.from([]), 1000],
    ['text', 'image.unsupportedType', async () => streamOf(textFile()), 1000],
  ]
  test.each(refused)('refuses %s and leaves nothing', async (_name, code, make, maxBytes) => {
    const received = receivePicture(await make(), { stagingDir: folder.path, maxBytes })
    await expect(received).rejects.toEqual(new PictureError(code))
    expect(await left()).toEqual([])
  })

  test('an avatar has its own limit and error code', async () => {
    const large = Buffer.concat([await plainJpeg(), Buffer.alloc(5 * 1024 * 1024)])
    const received = receiveAvatar(streamOf(large), { stagingDir: folder.path })
    await expect(received).rejects.toEqual(new PictureError('image.avatarTooLarge'))
    expect(await left()).toEqual([])
  })

  test('a refused stream can still be drained for further parts of the request', async () => {
    const stream = Readable.from([Buffer.alloc(600), Buffer.alloc(600), Buffer.from('the rest')])
    await expect(receivePicture(stream, { stagingDir: folder.path, maxBytes: 1000 })).rejects.toThrow('image.tooLarge')
    expect(stream.destroyed).toBe(false)
    const rest = await stream.toArray()
    expect(rest.map(String)).toEqual(['the rest'])
  })

  test('a broken source leaves nothing, and its error is rethrown', async () => {
    async function* broken() {
      yield Buffer.alloc(2000)
      throw new Error('connection reset')
    }
    await expect(receivePicture(broken(), { stagingDir: folder.path, maxBytes: 1e6 })).rejects.toThrow(
      'connection reset',
    )
    expect(await left()).toEqual([])
  })
})

test('the sweep deletes old files and leaves recent ones', async () => {
  const old = path.join(folder.path, 'old.source')
  await writeFile(old, 'x')
  await utimes(old, new Date(), new Date(Date.now() - 120_000))
  await writeFile(path.join(folder.path, 'young.source'), 'x')
  expect(await sweepStaging(folder.path, 60)).toBe(1)
  expect(await left()).toEqual(['young.source'])
  expect(await sweepStaging(path.join(folder.path, 'missing'), 60)).toBe(0)
})

test('lists a file shared by several sizes once', () => {
  const file = (key: string) => ({ path: `/staging/${key}`, key, bytes: 1, mime: 'image/webp' })
  const prepared = { files: { origin: file('a'), medium: file('b'), small: file('b') } }
  expect(filesOf(prepared).map(({ key }) => key)).toEqual(['a', 'b'])
})
