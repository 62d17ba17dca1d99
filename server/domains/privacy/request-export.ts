import type { Readable } from 'node:stream'
import type { DataExport } from '#contract/people/privacy.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { recordSecurityEvent } from '../security-log/record-event.ts'
import { type ExportRow, findExport, findLatestExport, insertExport, lockMember } from './export-queries.ts'
import { makeExportJob } from './jobs.ts'
import { EXPORT_WAIT_HOURS } from './rules.ts'

/** Requests a data export, or returns the pending one. */
export async function requestExport(deps: Pick<Deps, 'config' | 'db' | 'jobs'>, viewer: Member): Promise<DataExport> {
  return withTransaction(deps.db, async (tx) => {
    await lockMember(tx, viewer.userId)
    const latest = await findLatestExport(tx, viewer.userId)
    if (latest && statusOf(latest) === 'queued') return presentExport(latest)
    const row = await insertExport(tx, newId(), viewer.userId)
    await recordSecurityEvent(deps, tx, { event: 'export-requested', userId: viewer.userId, from: viewer })
    await deps.jobs.enqueue(tx, makeExportJob, { exportId: row.id })
    return presentExport(row)
  })
}

/** Returns the latest export, even if expired; null if none was ever requested. */
export async function getLatestExport(deps: Pick<Deps, 'db'>, viewer: Member): Promise<DataExport | null> {
  const latest = await findLatestExport(deps.db, viewer.userId)
  return latest ? presentExport(latest) : null
}

/** Opens the archive for its owner. Throws export.notFound, also when expired, and export.notReady. */
export async function openExport(
  deps: Pick<Deps, 'db' | 'exports'>,
  viewer: Member,
  exportId: string,
): Promise<{ stream: Readable; size: number; madeAt: Date }> {
  const row = await findExport(deps.db, exportId)
  if (!row || row.user_id !== viewer.userId) throw new AppError('export.notFound')
  const status = statusOf(row)
  if (status === 'queued') throw new AppError('export.notReady')
  const file = status === 'ready' && row.file_key ? await deps.exports.read(row.file_key) : null
  if (!file) throw new AppError('export.notFound')
  return { stream: file.stream, size: file.size, madeAt: row.ready_at ?? row.created_at }
}

function statusOf(row: ExportRow): DataExport['status'] {
  if (row.status === 'ready')
    return row.expires_at !== null && row.expires_at.getTime() <= Date.now() ? 'expired' : 'ready'
  const isLost = row.status === 'queued' && row.created_at.getTime() < Date.now() - EXPORT_WAIT_HOURS * 3_600_000
  return isLost ? 'failed' : row.status
}

function presentExport(row: ExportRow): DataExport {
  return {
    _id: row.id,
    status: statusOf(row),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    bytes: row.bytes,
  }
}
