import { type Selectable, sql } from 'kysely'
import { hasPowerOver } from '#contract/people/power.ts'
import { ROLES } from '#contract/people/roles.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { isSuspended } from '../users/lists/suspended.ts'
import type { Keyset } from './desk-queries.ts'

type AppealRow = Omit<Selectable<Tables['appeals']>, 'about_at' | 'closed_at'>
export type NamedAppealRow = AppealRow & { meme_name: string | null }

export interface Removal {
  name: string
  reason: string
  at: Date
}

/** Returns the removal of a meme of this user; undefined if it was not removed. */
export async function findRemoval(db: Db, userId: string, memeId: string): Promise<Removal | undefined> {
  const row = await db
    .selectFrom('memes')
    .select(['name', 'removed_at', 'removed_reason'])
    .where('id', '=', memeId)
    .where('user_id', '=', userId)
    .where('status', '=', 'removed')
    .executeTakeFirst()
  return row?.removed_at ? { name: row.name, reason: row.removed_reason ?? '', at: row.removed_at } : undefined
}

/** Returns false if the member has already appealed against this decision. */
export async function insertAppeal(
  tx: Tx,
  appeal: { userId: string; memeId: string | null; aboutAt: Date; note: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('appeals')
    .values({
      id: newId(),
      user_id: appeal.userId,
      meme_id: appeal.memeId,
      about_at: appeal.aboutAt,
      note: appeal.note,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const columns = ['id', 'user_id', 'meme_id', 'note', 'status', 'answer', 'created_at'] as const

export async function findAppealsOf(db: Db, userId: string, limit: number): Promise<NamedAppealRow[]> {
  return db
    .selectFrom('appeals as a')
    .leftJoin('memes as m', 'm.id', 'a.meme_id')
    .select(columns.map((column) => `a.${column}` as const))
    .select('m.name as meme_name')
    .where('a.user_id', '=', userId)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
}

/** Returns the small picture of the meme that an open appeal is about, even if it is blocked. */
export async function findAppealedFile(db: Db, id: string): Promise<{ key: string; mime: string } | undefined> {
  return db
    .selectFrom('appeals as a')
    .innerJoin('memes as m', 'm.id', 'a.meme_id')
    .innerJoin('blobs as b', 'b.key', 'm.blob_small')
    .select(['b.key', 'b.mime'])
    .where('a.id', '=', id)
    .where('a.status', '=', 'open')
    .where('m.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Pairs of a role and a role that it may decide about. */
const POWERS = sql.join(
  ROLES.flatMap((role) =>
    ROLES.filter((other) => hasPowerOver(role, other)).map((other) => sql`(${sql.lit(role)}, ${sql.lit(other)})`),
  ),
)

/**
 * True if a moderator made the decision under appeal, and another moderator can decide the appeal. The statement must name the
 * appeal `a` and its author `u`.
 */
const needsOtherThan = (moderator: string) => sql<boolean>`(
  coalesce(${moderator}::uuid = (
    select l.actor_id from moderation_log l
    where l.target_id = coalesce(a.meme_id, a.user_id) and l.action in ('remove', 'block', 'suspend')
      and l.at <= a.created_at
    order by l.at desc, l.id desc limit 1), false)
  and exists (
    select from users o
    where o.id not in (${moderator}::uuid, a.user_id) and (o.role, u.role) in (${POWERS}) and not ${isSuspended('o')}))`

/** `needsOtherThan` for one appeal. */
export async function needsOtherModerator(tx: Tx, moderator: string, appealId: string): Promise<boolean> {
  const found = await sql<{ needsOther: boolean }>`
    select ${needsOtherThan(moderator)} as "needsOther"
    from appeals a join users u on u.id = a.user_id where a.id = ${appealId}`.execute(tx)
  return found.rows[0]?.needsOther ?? false
}

interface OpenAppealRow extends NamedAppealRow {
  at: Date
  decidedAt: Date
  reason: string
  needsOther: boolean
}

/** Returns open appeals for a moderator, oldest first, each with the reason of the decision. */
export async function findOpenAppeals(
  db: Db,
  moderator: string,
  limit: number,
  after: Keyset | undefined,
): Promise<OpenAppealRow[]> {
  const found = await sql<OpenAppealRow>`
    select a.id, a.user_id, a.meme_id, a.note, a.status, a.answer, a.created_at, a.created_at as at,
      a.about_at as "decidedAt", m.name as meme_name,
      coalesce(case when a.meme_id is null then u.suspended_reason else m.removed_reason end, '') as reason,
      ${needsOtherThan(moderator)} as "needsOther"
    from appeals a join users u on u.id = a.user_id left join memes m on m.id = a.meme_id
    where a.status = 'open'
      and ${after ? sql`(a.created_at, a.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by a.created_at, a.id limit ${limit}`.execute(db)
  return found.rows
}

/** Closes an open appeal; returns undefined if there is none or another moderator has decided it. */
export async function closeAppeal(
  tx: Tx,
  id: string,
  status: 'accepted' | 'rejected',
  answer: string,
): Promise<AppealRow | undefined> {
  return tx
    .updateTable('appeals')
    .set({ status, answer, closed_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning(columns)
    .executeTakeFirst()
}
