import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { DELETED_MEMBER_ID } from './rules.ts'

export interface NewReport {
  memeId: string
  reporterId: string | null
  reporterKey: string
  reason: string
  note: string
}

/** Inserts a report. A second report by the same person changes nothing. */
export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  await tx
    .insertInto('reports')
    .values({
      id: newId(),
      meme_id: report.memeId,
      reporter_id: report.reporterId,
      reporter_key: report.reporterKey,
      reason: report.reason,
      note: report.note,
    })
    .onConflict((conflict) => conflict.columns(['meme_id', 'reporter_key']).doNothing())
    .execute()
}

export interface OpenReport {
  id: string
  created_at: Date
  reason: string
  note: string
  meme_id: string
  meme_name: string
  status: string
  username: string | null
}

/** Returns open reports, oldest first. */
export async function findOpenReports(db: Db, limit: number): Promise<OpenReport[]> {
  return db
    .selectFrom('reports')
    .innerJoin('memes', 'memes.id', 'reports.meme_id')
    .leftJoin('users', 'users.id', 'memes.user_id')
    .select([
      'reports.id',
      'reports.created_at',
      'reports.reason',
      'reports.note',
      'reports.meme_id',
      'memes.name as meme_name',
      'memes.status',
      'users.username',
    ])
    .where('reports.status', '=', 'open')
    .orderBy('reports.created_at')
    .orderBy('reports.id')
    .limit(limit)
    .execute()
}

/** Closes the open reports of a meme, or one by its id, for a decision. Returns the ids of the closed ones. */
export async function closeReports(
  tx: Tx,
  id: string,
  status: 'upheld' | 'dismissed',
  decisionId: string,
): Promise<string[]> {
  const closed = await tx
    .updateTable('reports')
    .set({ status, decision_id: decisionId })
    .where('status', '=', 'open')
    .where((where) => where.or([where('id', '=', id), where('meme_id', '=', id)]))
    .returning('id')
    .execute()
  return closed.map((row) => row.id)
}

export type LogAction =
  | 'approve'
  | 'remove'
  | 'block'
  | 'restore'
  | 'dismiss'
  | 'suspend'
  | 'unsuspend'
  | 'sensitive'
  | 'notSensitive'
  | 'words'
  | 'wordsRight'
  | 'autoSensitive'
  | 'autoReview'
  | 'delete'
  | 'create'
  | 'resetLink'
  | 'role'
  | 'quota'
  | 'undo'
  | 'accept'
  | 'reject'
  | 'settings'
  | 'invite'
  | 'revoke'
  | 'ban'
  | 'unban'

export interface LogEntry {
  /** Set by decisions that can be undone. */
  id?: string
  action: LogAction
  targetKind: Tables['moderation_log']['target_kind']
  targetId: string
  reason: string
  /** The acting member; null for the operator on the command line. */
  actorId: string | null
  /** Status of a meme before the decision. */
  statusBefore?: string
}

export async function appendLog(tx: Tx, entries: LogEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('moderation_log')
    .values(
      entries.map(({ id, action, targetKind, targetId, reason, actorId, statusBefore }) => ({
        id: id ?? newId(),
        action,
        target_kind: targetKind,
        target_id: targetId,
        reason,
        actor_id: actorId,
        status_before: statusBefore ?? null,
      })),
    )
    .execute()
}

export async function readLog(db: Db, limit: number) {
  return db.selectFrom('moderation_log').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Removes the reporter and note from reports, but retains the reports and their reasons. */
export async function anonymizeReports(tx: Tx, userId: string): Promise<void> {
  await sql`
    update reports set reporter_id = null, note = '', reporter_key = 'gone ' || id::text
    where reporter_id = ${userId}`.execute(tx)
}

/** Replaces the member's id in log entries, and the ids of their memes and of these memes' reports, but retains the entries. */
export async function anonymizeLog(tx: Tx, userId: string): Promise<void> {
  await sql`
    update moderation_log set target_id = ${DELETED_MEMBER_ID}
    where target_id = ${userId}
      or target_id in (select id from memes where user_id = ${userId})
      or target_id in (select r.id from reports r join memes m on m.id = r.meme_id where m.user_id = ${userId})`.execute(
    tx,
  )
  await sql`update moderation_log set actor_id = ${DELETED_MEMBER_ID} where actor_id = ${userId}`.execute(tx)
}
