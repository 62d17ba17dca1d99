import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import type { LogAction } from './queries.ts'

/** Returns the meme that a report is about; undefined if there is no such report. */
export async function findMemeOfReport(db: Db, reportId: string): Promise<string | undefined> {
  const row = await db.selectFrom('reports').select('meme_id').where('id', '=', reportId).executeTakeFirst()
  return row?.meme_id
}

/** Returns the uploader of a meme, even a deleted one; null if there is no such meme. */
export async function findUploader(db: Db, memeId: string): Promise<string | null> {
  const row = await db.selectFrom('memes').select('user_id').where('id', '=', memeId).executeTakeFirst()
  return row?.user_id ?? null
}

export async function findSmallFile(db: Db, memeId: string): Promise<string | undefined> {
  const row = await db.selectFrom('memes').select('blob_small').where('id', '=', memeId).executeTakeFirst()
  return row?.blob_small
}

export async function hasOpenReport(db: Db, ids: string[]): Promise<boolean> {
  const row = await db
    .selectFrom('reports')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

/** Selects the log entries `l` about a meme and its reports, or about a person, that were not undone. */
const standingDecisions = (subject: string, actions: readonly LogAction[]) => sql`
  select from moderation_log l
  where (l.target_id = ${subject} or l.target_id in (select r.id from reports r where r.meme_id = ${subject}))
    and l.action in (${sql.join(actions)})
    and not exists (select from moderation_log u where u.target_id = l.id and u.action = 'undo')`

/** Returns true if another member has decided about a meme or one of its reports since a time, without undoing it. */
export async function findRecentDecision(db: Db, memeId: string, exceptActor: string, since: Date): Promise<boolean> {
  const found = await sql`
    ${standingDecisions(memeId, ['approve', 'remove', 'block', 'dismiss'])}
      and l.at > ${since} and l.actor_id <> ${exceptActor}
    limit 1`.execute(db)
  return found.rows.length > 0
}

/** Returns true if a decision about a meme or person followed the one at a time, and still stands. */
export async function hasLaterDecision(tx: Tx, subject: string, after: Date): Promise<boolean> {
  const found = await sql`
    ${standingDecisions(subject, ['approve', 'remove', 'block', 'restore', 'dismiss', 'suspend', 'unsuspend'])} and l.at > ${after}
    limit 1`.execute(tx)
  return found.rows.length > 0
}

export type LoggedDecision = Omit<Selectable<Tables['moderation_log']>, 'reason'>

/** Returns a log entry, locked so that it can be undone only once. */
export async function lockDecision(tx: Tx, id: string): Promise<LoggedDecision | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`undo ${id}`}, 0))`.execute(tx)
  return tx
    .selectFrom('moderation_log')
    .select(['id', 'action', 'target_kind', 'target_id', 'actor_id', 'at', 'status_before'])
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('moderation_log as u').select('u.id').where('u.target_id', '=', id).where('u.action', '=', 'undo'),
        ),
      ),
    )
    .executeTakeFirst()
}

/** Reopens the reports that a decision closed. */
export async function reopenReports(tx: Tx, decisionId: string): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ status: 'open', decision_id: null })
    .where('decision_id', '=', decisionId)
    .execute()
}
