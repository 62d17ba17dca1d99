import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { BULK_PART_BYTES } from '#contract/limits.ts'
import { type Answer, createTestApp, type TestApp } from './app.ts'
import { buildMember, unique } from './factories.ts'
import { multipart, type Part } from './multipart.ts'
import { poll } from './poll.ts'
import { randomPicture } from './random-picture.ts'

const FINISHED_WITHIN_MS = 100_000
const STAGED_WITHIN_MS = 3000
const POLL_MS = 30

/** A unique small picture. */
export const smallPicture = () => randomPicture(unique(), { width: 80, height: 60 })

/** A unique picture of more than two parts: noise, which needs few pixels for that. */
export async function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 800, height: 700, channels: 3, background: '#888', noise } as const
  const large = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer()
  if (large.length <= 2 * BULK_PART_BYTES) throw new Error('the picture is too small')
  return large
}

export const picturePart = async (fileName: string, bytes?: Buffer): Promise<Part> => ({
  name: 'images',
  value: bytes ?? (await smallPicture()),
  fileName,
})

export const pictureParts = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => picturePart(`number ${at}.png`)))

export const memesPart = (list: unknown): Part => ({ name: 'memes', value: JSON.stringify(list) })

export interface BulkClient {
  send(parts: Part[], as?: string): Promise<Answer>
  status(uploadId: string, as?: string): Promise<Answer>
  /** The final state of an upload, once it has ended. */
  finished(uploadId: string): Promise<Answer['body']>
  staged(): Promise<string[]>
  /** The staged files after the running work has removed its own. */
  stagedInTheEnd(): Promise<string[]>
}

/** Bulk uploads of one member, unless another member's token is given. */
export function createBulkClient(app: TestApp, token: string): BulkClient {
  const status = (uploadId: string, as = token) => app.call('GET', `/meme/bulk/status/${uploadId}`, { token: as })
  const staged = () => readdir(path.join(app.dataDir, 'staging'))
  return {
    send: (parts, as = token) => app.call('POST', '/meme/bulk', { token: as, ...multipart(parts) }),
    status,
    async finished(uploadId) {
      let body: Answer['body']
      const ended = async () => {
        body = (await status(uploadId)).body
        return body.status !== 'processing'
      }
      const missing = () => `not finished: ${JSON.stringify(body)}`
      await poll(ended, { withinMs: FINISHED_WITHIN_MS, everyMs: POLL_MS, missing })
      return body
    },
    staged,
    async stagedInTheEnd() {
      const isEmpty = async () => (await staged()).length === 0
      await poll(isEmpty, { withinMs: STAGED_WITHIN_MS, everyMs: POLL_MS, missing: '' }).catch(() => {})
      return staged()
    },
  }
}

/** A listening application, for requests outside the injected calls, and a member who uploads to it. */
export async function createListeningUploader(): Promise<{
  app: TestApp
  token: string
  client: BulkClient
  origin: string
}> {
  const app = await createTestApp()
  const { token } = await buildMember(app)
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
  return { app, token, client: createBulkClient(app, token), origin }
}
