import { afterAll, expect, test, vi } from 'vitest'
import { createBulkClient, pictureParts, smallPicture } from '#test/bulk-client.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { startS3Server } from '#test/s3-server.ts'
import { runWaitingJobs } from '#test/waiting-jobs.ts'
import { ATTEMPTS_MAX } from './rules.ts'

const FILES = 6

const bucket = await startS3Server()
afterAll(() => bucket.stop())
const app = await appForFile({ storageUrl: bucket.storageUrl })
const token = (await buildMember(app)).token
const client = createBulkClient(app, token)

const quick = async () => app.call('POST', '/meme', { token, ...pictureForm(await smallPicture()) })

test('during a bucket outage pictures and uploads answer 503, and accepted files are not lost', {
  timeout: 120_000,
}, async () => {
  // The node caches small files, so the outage is seen at a picture that it has not served yet.
  const [served, meme] = [await buildMeme(app), await buildMeme(app)]
  const picture = (of = meme) => app.app.inject({ url: `/media/${of.blob_medium}` })
  expect((await picture(served)).statusCode).toBe(200)
  const { body } = await client.send(await pictureParts(FILES))

  await bucket.halt()
  for (const answer of [await picture(), await quick(), await client.send(await pictureParts(1))]) {
    const status = 'status' in answer ? answer.status : answer.statusCode
    expect([status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([503, '5', 'no-store'])
  }
  // Wait for more attempts than a faulty file gets; delays are skipped.
  await vi.waitFor(
    async () => {
      await runWaitingJobs(app)
      const { attempts } = await app.db
        .selectFrom('upload_files')
        .select((row) => row.fn.max('attempts').as('attempts'))
        .executeTakeFirstOrThrow()
      expect(attempts).toBeGreaterThan(ATTEMPTS_MAX + 2)
    },
    { timeout: 60_000, interval: 100 },
  )
  expect((await client.status(body.uploadId)).body).toMatchObject({ status: 'processing', failedCount: 0 })

  await bucket.resume()
  await vi.waitFor(
    async () => {
      await runWaitingJobs(app)
      const end = { status: 'completed', successCount: FILES, failedCount: 0 }
      expect((await client.status(body.uploadId)).body).toMatchObject(end)
    },
    { timeout: 60_000, interval: 100 },
  )
  expect((await picture()).statusCode).toBe(200)
  expect((await quick()).status).toBe(201)
})
