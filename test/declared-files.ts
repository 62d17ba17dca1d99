import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { BULK_PART_BYTES } from '#contract/limits.ts'
import { sweepStagedFiles } from '#server/domains/bulk-upload/leftover-sweeper.ts'
import type { Answer, TestApp } from './app.ts'
import { type BulkClient, createBulkClient, createListeningUploader, largePicture } from './bulk-client.ts'
import { buildMember, unique } from './factories.ts'

/** A listening application for the tests of a file, and for each test a new member who declares files and sends them one by one. */
export function declaredFilesSite() {
  const site = {} as { app: TestApp; origin: string; token: string; client: BulkClient }
  beforeAll(async () => {
    const { app, origin } = await createListeningUploader()
    Object.assign(site, { app, origin })
  })
  afterAll(() => site.app.stop())
  beforeEach(async () => {
    site.token = (await buildMember(site.app)).token
    site.client = createBulkClient(site.app, site.token)
  })
  afterEach(async () => {
    await site.app.db.deleteFrom('uploads').execute()
    await sweepStagedFiles(site.app.deps, -1)
  })

  const declare = (files: object[], as = site.token) =>
    site.app.call('POST', '/meme/bulk', { token: as, body: { files } })
  const addressOf = (uploadId: string, fileId: string, offset?: number) =>
    `/meme/bulk/${uploadId}/files/${fileId}${offset === undefined ? '' : `?offset=${offset}`}`
  const put = (uploadId: string, fileId: string, bytes: Buffer, offset?: number, as = site.token): Promise<Answer> =>
    site.app.call('PUT', addressOf(uploadId, fileId, offset), {
      token: as,
      payload: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const drop = (uploadId: string, fileId: string) =>
    site.app.call('DELETE', addressOf(uploadId, fileId), { token: site.token })
  const status = async (uploadId: string) => (await site.client.status(uploadId)).body

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
  return { site, declare, addressOf, put, drop, status, declareLarge }
}
