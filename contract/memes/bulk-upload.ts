import * as z from 'zod'
import { defineCall } from '../call.ts'
import { LIMIT_FAILURES } from '../errors.ts'
import { Count, Id, MemeDescription, MemeName, okData, optional, queryNumber, text, upTo } from '../primitives.ts'

export const BulkMemeInput = z.object({
  name: optional(MemeName),
  description: optional(MemeDescription),
  sensitive: optional(z.boolean()),
  key: optional(
    text()
      .min(1)
      .refine(...upTo(100)),
  ),
})
export type BulkMemeInput = z.infer<typeof BulkMemeInput>

/** A file that the following calls will send. */
export const DeclaredBulkFile = BulkMemeInput.extend({
  size: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  fileName: optional(text().refine(...upTo(255))),
})
export type DeclaredBulkFile = z.infer<typeof DeclaredBulkFile>

const FileStatus = z.enum(['queued', 'processing', 'done', 'failed'])

export const BulkFileState = z
  .object({
    id: z.string(),
    uploadId: Id,
    size: Count,
    offset: Count,
    status: FileStatus,
  })
  .meta({ id: 'BulkFileState', description: '`offset`: number of bytes that have arrived' })
export type BulkFileState = z.infer<typeof BulkFileState>

export const BulkFileResult = z
  .object({
    index: z.int().min(0),
    fileName: z.string(),
    status: FileStatus,
    memeId: Id.optional(),
    duplicateOf: Id.optional(),
    code: z.string().optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'BulkFileResult' })
export type BulkFileResult = z.infer<typeof BulkFileResult>

export const BulkProgress = z
  .object({
    success: z.literal(true),
    type: z.enum(['progress', 'completed', 'error']),
    uploadId: Id,
    totalFiles: Count,
    processedFiles: Count,
    successCount: Count,
    failedCount: Count,
    awaitedFiles: Count,
    currentFile: z.string().nullable(),
    estimatedTimeRemaining: z.number().min(0),
    elapsedTime: z.number().min(0),
    percentage: z.number().min(0).max(100),
    status: z.enum(['processing', 'completed', 'error']),
    allResults: z.array(BulkFileResult),
  })
  .meta({ id: 'BulkProgress', description: 'Times in seconds; the remaining time is 0 only when no work is left' })
export type BulkProgress = z.infer<typeof BulkProgress>

export const KnownBulkFile = z
  .object({
    key: z.string(),
    uploadId: Id,
    index: z.int().min(0),
    status: FileStatus,
    isAwaited: z.boolean(),
    code: z.string().optional(),
  })
  .meta({
    id: 'KnownBulkFile',
    description: '`isAwaited`: declared, but not all of its bytes have arrived; `code`: the reason for its failure',
  })
export type KnownBulkFile = z.infer<typeof KnownBulkFile>

const member = { tag: 'bulk upload', auth: 'member' } as const
const UploadId = z.object({ uploadId: Id })
const FileOfUpload = z.object({
  uploadId: Id,
  fileId: text()
    .min(1)
    .refine(...upTo(36)),
})

export const startBulkUpload = defineCall('POST /meme/bulk', {
  ...member,
  status: 202,
  multipart: 'optional',
  files: ['images'],
  summary:
    'Upload up to fifty pictures; `memes` is a JSON list of {name, description} in the order of the files. A JSON body only declares `files`, which you then send one by one; repeating it with the same keys returns how much of each has arrived',
  body: z.object({
    memes: optional(text().max(200_000)),
    duplicates: optional(z.enum(['skip', 'keep'])),
    files: optional(z.array(DeclaredBulkFile).max(1000)),
  }),
  failures: [
    'upload.tooManyFiles',
    'upload.noFiles',
    'upload.memesInvalid',
    'upload.countMismatch',
    'upload.fileTooLarge',
    'upload.tooManyWaiting',
    ...LIMIT_FAILURES,
  ],
  response: z.object({ success: z.literal(true), uploadId: Id, files: z.array(BulkFileState).optional() }),
})

export const sendBulkFile = defineCall('PUT /meme/bulk/{uploadId}/files/{fileId}', {
  ...member,
  bytes: true,
  summary:
    'Send a declared file; with `offset`, its next part. A wrong `offset` fails with the correct one in the error',
  params: FileOfUpload,
  query: z.object({ offset: optional(queryNumber(z.int().min(0))) }),
  failures: [
    'upload.notFound',
    'upload.wrongOffset',
    'upload.wrongSize',
    'upload.partTooSmall',
    'upload.tooManyUnfinished',
  ],
  response: okData(BulkFileState),
})

export const dropBulkFile = defineCall('DELETE /meme/bulk/{uploadId}/files/{fileId}', {
  ...member,
  summary: 'Withdraw a declared file; no effect on a file that has arrived',
  params: FileOfUpload,
  failures: ['upload.notFound'],
  response: z.object({ success: z.literal(true) }),
})

export const findKnownBulkFiles = defineCall('POST /meme/bulk/known', {
  ...member,
  summary: 'Find the files that the server has, by the idempotency keys with which they were sent',
  body: z.object({
    keys: z.array(text().max(100)).max(200),
  }),
  response: okData(z.array(KnownBulkFile)),
})

export const getBulkStatus = defineCall('GET /meme/bulk/status/{uploadId}', {
  ...member,
  summary: 'Get the progress of a bulk upload',
  params: UploadId,
  failures: ['upload.notFound'],
  response: BulkProgress,
})

export const streamBulkProgress = defineCall('GET /meme/bulk/progress/{uploadId}', {
  ...member,
  stream: true,
  summary: 'Stream the progress of a bulk upload as server-sent events; ends on completion',
  params: UploadId,
  failures: ['upload.notFound'],
  response: BulkProgress,
})
