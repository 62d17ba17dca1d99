import { sql } from 'kysely'
import type { NotInterestedKind } from '#contract/memes/not-interested.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { isVisibleToMember } from '../memes/lists/scopes.ts'

export interface NotInterestedRow {
  kind: NotInterestedKind
  target: string
  label: string | null
  created_at: Date
}

/** Counts the member's entries. Locks the member, so that concurrent requests cannot exceed the limit. */
export async function countNotInterested(tx: Tx, userId: string): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  const found = await sql<{ count: number }>`
    select count(*)::int as count from not_interested where user_id = ${userId}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

export async function insertNotInterested(
  tx: Tx,
  userId: string,
  kind: NotInterestedKind,
  target: string,
): Promise<void> {
  await tx
    .insertInto('not_interested')
    .values({ user_id: userId, kind, target })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteNotInterested(
  tx: Tx,
  userId: string,
  kind: NotInterestedKind,
  target: string,
): Promise<void> {
  await tx
    .deleteFrom('not_interested')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .execute()
}

/** Newest first, using index not_interested_newest. */
export async function findNotInterested(
  db: Db,
  userId: string,
  page: { limit: number; after: { at: string; kind: string; target: string } | null },
): Promise<NotInterestedRow[]> {
  const after = page.after
    ? sql`and (n.created_at, n.kind, n.target) < (${page.after.at}::timestamptz, ${page.after.kind}, ${page.after.target})`
    : sql``
  const found = await sql<NotInterestedRow>`
    select n.kind, n.target, n.created_at, case n.kind when 'tag' then n.target
      when 'meme' then (select m.name from memes m where m.id = n.target::uuid and ${isVisibleToMember(userId)})
      when 'user' then (select u.display_name from users u where u.id = n.target::uuid and u.suspended_at is null
        and u.id not in (select person_id from hidden_people where user_id = ${userId} and reason <> 'mute')) end as label
    from (select * from not_interested n where user_id = ${userId} ${after}
      order by created_at desc, kind desc, target desc limit ${page.limit}) n
    order by n.created_at desc, n.kind desc, n.target desc`.execute(db)
  return found.rows
}

/** Deletes other members' entries about a deleted member and their memes. */
export async function deleteNotInterestedOf(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from not_interested where kind <> 'tag'
      and target in (select ${userId}::text union all select id::text from memes where user_id = ${userId})`.execute(tx)
}
