import type { FastifyInstance } from 'fastify'
import { BULK_FILE_MAX_BYTES, BULK_MAX_FILES, STREAM_HEARTBEAT_SECONDS } from '#contract/limits.ts'
import * as contract from '#contract/memes/bulk-upload.ts'
import type { Deps } from '#server/platform/deps.ts'
import { bodyLength, rawBody } from '#server/platform/http/bodies.ts'
import { readMultipart } from '#server/platform/http/multipart.ts'
import { HijackedReply, parse, registerCall } from '#server/platform/http/register-call.ts'
import { createEventStreams } from '#server/platform/http/sse.ts'
import { declareFiles } from './declare-files.ts'
import { dropDeclared } from './drop-declared.ts'
import { findReceivedFiles } from './find-received-files.ts'
import { getProgress } from './get-progress.ts'
import { createLeftoverSweeper } from './leftover-sweeper.ts'
import { receiveDeclared } from './receive-declared.ts'
import { createReceiver } from './receive-files.ts'
import { startUpload } from './start-upload.ts'
import { watchUpload } from './watch-upload.ts'

const UPLOADS_PER_MINUTE = 30

export function bulkUploadRoutes(app: FastifyInstance, deps: Deps): void {
  const streams = createEventStreams(app, deps, STREAM_HEARTBEAT_SECONDS)
  const sweeper = createLeftoverSweeper(deps)
  app.addHook('onReady', async () => sweeper.start())
  app.addHook('onClose', () => sweeper.stop())

  registerCall(
    app,
    contract.startBulkUpload,
    async ({ viewer, request, body }) => {
      if (!request.isMultipart()) return declareFiles(deps, viewer, body.files ?? [], body.duplicates ?? 'skip')
      const bounds = { fileFields: ['images'], maxFiles: BULK_MAX_FILES, maxFileBytes: BULK_FILE_MAX_BYTES }
      const receiver = await createReceiver(deps, viewer)
      try {
        const fields = await readMultipart(request, bounds, (part) => receiver.receive(part.stream, part.fileName))
        return await startUpload(deps, viewer, receiver, parse(contract.startBulkUpload.body, fields, 'body'))
      } finally {
        await receiver.end()
      }
    },
    { perMinute: UPLOADS_PER_MINUTE },
  )

  registerCall(app, contract.sendBulkFile, async ({ viewer, params, query: { offset }, request }) => ({
    data: await receiveDeclared(deps, viewer, params, { bytes: rawBody(request), length: bodyLength(request), offset }),
  }))

  registerCall(app, contract.dropBulkFile, async ({ viewer, params }) => {
    await dropDeclared(deps, viewer, params)
    return {}
  })

  registerCall(app, contract.findKnownBulkFiles, async ({ viewer, body }) => ({
    data: await findReceivedFiles(deps, viewer, body.keys),
  }))

  registerCall(app, contract.getBulkStatus, async ({ viewer, params }) => {
    return (await getProgress(deps, viewer, params.uploadId)).progress
  })

  registerCall(app, contract.streamBulkProgress, async ({ viewer, params, request, reply }) => {
    // Check now, while the response can still be a 404.
    await getProgress(deps, viewer, params.uploadId)
    const stream = await streams.open(request, reply, viewer)
    const seen = { version: lastEventId(request.headers['last-event-id']), signal: stream.signal }
    try {
      for await (const { version, progress } of watchUpload(deps, viewer, params.uploadId, seen)) {
        stream.send(String(version), contract.BulkProgress.parse(progress))
      }
    } catch (error) {
      request.log.warn({ err: error }, 'the progress stream of an upload failed')
    } finally {
      stream.end()
    }
    return new HijackedReply(reply)
  })
}

/** Returns the last version that the client has seen; -1 if none. */
function lastEventId(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) : -1
}
