import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createS3Blobs } from '#server/platform/blobs/s3-blobs.ts'
import { buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { startS3Server } from '#test/s3-server.ts'

vi.setConfig({ testTimeout: 120_000 })

const app = await appForFile()
const memes = [await buildMeme(app), await buildMeme(app)]

const fileOf = (key: string) => path.join(app.dataDir, 'media', key.slice(0, 2), key)

test('moves all files to a bucket; a second run copies nothing and deletes them from the disk', async () => {
  const s3 = await startS3Server()
  onTestFinished(() => s3.stop())
  const first = await operate(app.deps, 'blobs', 'move', 'disk', s3.storageUrl)
  expect(first).toMatchObject({
    code: 0,
    lines: [expect.stringMatching(/^Copied [1-9]\d* files, 0 /), expect.any(String)],
  })
  const bucket = await createS3Blobs(s3.storageUrl)
  for (const { blob_origin } of memes) expect(await bucket.stat(blob_origin)).not.toBeNull()
  const second = await operate(app.deps, 'blobs', 'move', 'disk', s3.storageUrl, '--remove')
  expect(second).toMatchObject({ code: 0, lines: [expect.stringMatching(/^Copied 0 files/), expect.any(String)] })
  expect(await app.deps.blobs.stat(memes[0]?.blob_origin ?? '')).toBeNull()
  const back = await operate(app.deps, 'blobs', 'move', s3.storageUrl, 'disk')
  expect(back).toMatchObject({ code: 0, lines: [expect.stringMatching(/^Copied [1-9]/)] })
})

test('names missing, damaged and foreign files, and can delete foreign ones', async () => {
  expect(await operate(app.deps, 'blobs', 'check', '--deep')).toMatchObject({ code: 0 })
  const [missing, damaged] = [memes[0]?.blob_origin ?? '', memes[1]?.blob_origin ?? '']
  const orphan = `${'0'.repeat(40)}.png`
  const { default: fs } = await import('node:fs/promises')
  await fs.mkdir(path.dirname(fileOf(orphan)), { recursive: true })
  await writeFile(fileOf(orphan), 'orphan')
  await app.deps.blobs.remove(missing)
  const bytes = await fs.readFile(fileOf(damaged))
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(fileOf(damaged), bytes)

  const { code, lines } = await operate(app.deps, 'blobs', 'check', '--deep', '--fix')
  expect(code).toBe(1)
  expect(lines).toEqual(
    expect.arrayContaining([
      `! ${missing} is missing; it belongs to meme ${memes[0]?.id}`,
      `! ${damaged} is damaged; it belongs to meme ${memes[1]?.id}`,
      `! ${orphan} is unused; removed`,
    ]),
  )
  expect((await operate(app.deps, 'blobs', 'check')).lines.at(-2)).toContain('1 missing, 0 damaged; 0 unused files')
  expect(await operate(app.deps, 'blobs', 'nonsense')).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('usage')],
  })
})
