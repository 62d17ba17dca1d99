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
  .meta({ id: 'BulkFileState', description: '`offset` is the number of bytes that have arrived' })
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
  .meta({ id: 'BulkProgress', description: 'Times in seconds; 0 remain only when nothing is left to do' })
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
    description: '`isAwaited`: declared, but its bytes have not all arrived; `code`: of its failure',
  })
export type KnownBulkFile = z.infer<typeof KnownBulkFile>

const tag = 'bulk upload'
const UploadId = z.object({ uploadId: Id })
const FileOfUpload = z.object({
  uploadId: Id,
  fileId: text()
    .min(1)
    .refine(...upTo(36)),
})

export const startBulkUpload = defineCall({
  method: 'POST',
  path: '/meme/bulk',
  tag,
  auth: 'member',
  status: 202,
  multipart: 'optional',
  files: ['images'],
  summary:
    'Upload up to fifty pictures; `memes` is a JSON list of {name, description} in the order of the files. As JSON, the call only declares `files`, which follow one by one; repeated with the same keys, it returns how far each is',
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

export const sendBulkFile = defineCall({
  method: 'PUT',
  path: '/meme/bulk/{uploadId}/files/{fileId}',
  tag,
  auth: 'member',
  bytes: true,
  summary:
    'Send a declared file; with `offset`, the next part of it. A wrong `offset` is refused with the right one in the failure',
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

export const dropBulkFile = defineCall({
  method: 'DELETE',
  path: '/meme/bulk/{uploadId}/files/{fileId}',
  tag,
  auth: 'member',
  summary: 'Take back a declared file; one that has arrived stays',
  params: FileOfUpload,
  failures: ['upload.notFound'],
  response: z.object({ success: z.literal(true) }),
})

export const findKnownBulkFiles = defineCall({
  method: 'POST',
  path: '/meme/bulk/known',
  tag,
  auth: 'member',
  summary: 'Which of the own files the server has, by the idempotency keys they were sent with',
  body: z.object({
    keys: z.array(text().max(100)).max(200),
  }),
  response: okData(z.array(KnownBulkFile)),
})

export const getBulkStatus = defineCall({
  method: 'GET',
  path: '/meme/bulk/status/{uploadId}',
  tag,
  auth: 'member',
  summary: 'How far a bulk upload is',
  params: UploadId,
  failures: ['upload.notFound'],
  response: BulkProgress,
})

export const streamBulkProgress = defineCall({
  method: 'GET',
  path: '/meme/bulk/progress/{uploadId}',
  tag,
  auth: 'member',
  stream: true,
  summary: 'Server-sent events of a bulk upload; ends after completion',
  params: UploadId,
  failures: ['upload.notFound'],
  response: BulkProgress,
})
