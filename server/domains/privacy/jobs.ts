import { rm } from 'node:fs/promises'
import * as z from 'zod'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { stagingPath } from '#server/platform/images/staging.ts'
import { type JobKind, worker } from '#server/platform/jobs/jobs.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { notifyOfExport } from '../notifications/notify.ts'
import { buildExport } from './build-export.ts'
import { deleteOtherExports, exportKey, findExport, markFailed, markReady } from './export-queries.ts'
import { privacyMail } from './mails.ts'
import { EXPORT_VALID_DAYS } from './rules.ts'

const MakeExport = z.object({ exportId: z.string() })

/** Builds a member's data export and emails them when it is ready. */
export const makeExportJob: JobKind<z.infer<typeof MakeExport>> = {
  name: 'make-export',
  schema: MakeExport,
  retryLimit: 3,
  retryDelaySeconds: 30,
  timeLimitSeconds: 1800,
}

const RemoveFiles = z.object({ keys: z.array(z.string()) })

/** Removes the files of deleted exports. */
export const removeExportFilesJob: JobKind<z.infer<typeof RemoveFiles>> = {
  name: 'remove-export-files',
  schema: RemoveFiles,
  retryLimit: 8,
  retryDelaySeconds: 30,
  timeLimitSeconds: 120,
}

type ExportDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'blobs' | 'exports' | 'stagingDir'>

export const makeExportWorker = (deps: ExportDeps) =>
  worker(makeExportJob, async ({ exportId }) => {
    try {
      await makeExport(deps, exportId)
    } catch (error) {
      if (!isServiceDown(error) && (await withTransaction(deps.db, (tx) => markFailed(tx, exportId))))
        await deps.exports.remove(exportKey(exportId))
      throw error
    }
  })

export const removeExportFilesWorker = (deps: Pick<Deps, 'exports'>) =>
  worker(removeExportFilesJob, async ({ keys }) => {
    for (const key of keys) await deps.exports.remove(key)
  })

async function makeExport(deps: ExportDeps, exportId: string): Promise<void> {
  const key = exportKey(exportId)
  const order = await findExport(deps.db, exportId)
  // An earlier attempt may have stored the file, and died before it could see that the account is gone.
  if (!order) return deps.exports.remove(key)
  if (order.status === 'ready') return
  const path = await stagingPath(deps.stagingDir, 'zip')
  try {
    const built = await buildExport(deps, order.user_id, path)
    if (!built) return
    await deps.exports.put(key, path, 'application/zip')
    const readyAt = new Date()
    const expiresAt = new Date(readyAt.getTime() + EXPORT_VALID_DAYS * 86_400_000)
    const isUsed = await withTransaction(deps.db, async (tx) => {
      if (!(await markReady(tx, exportId, { key, bytes: built.bytes, readyAt, expiresAt }))) return false
      const keys = await deleteOtherExports(tx, order.user_id, exportId)
      if (keys.length > 0) await deps.jobs.enqueue(tx, removeExportFilesJob, { keys })
      await notifyOfExport(tx, order.user_id, exportId)
      if (built.email) {
        const to = { email: built.email, language: built.language }
        await enqueueMail(deps, tx, privacyMail('ready', to, deps.config.publicUrl))
      }
      return true
    })
    // The account was deleted while the export was being built.
    if (!isUsed) await deps.exports.remove(key)
  } finally {
    await rm(path, { force: true })
  }
}
