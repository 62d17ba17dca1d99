import { sql } from 'kysely'
import type { Role } from '#contract/people/roles.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'

const FIRST_ADMIN = 'first-admin.nonce'

export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirst()
  return row !== undefined
}

/** Returns the nonce of the one-time link. Stores the given one if there is none yet. */
export async function storeNonce(tx: Tx, nonce: string): Promise<string> {
  await tx
    .insertInto('settings')
    .values({ key: FIRST_ADMIN, value: nonce })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx.selectFrom('settings').select('value').where('key', '=', FIRST_ADMIN).executeTakeFirstOrThrow()
  return row.value
}

/** Deletes the nonce, so that its link works only once. Returns false if it does not match. */
export async function consumeNonce(tx: Tx, nonce: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('settings')
    .where('key', '=', FIRST_ADMIN)
    .where('value', '=', nonce)
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

export interface PersonFilter {
  q: string
  role?: Role | undefined
}

export interface PersonRow {
  id: string
  at: Date
  email: string | null
  suspended_reason: string | null
  suspended_until: Date | null
  invited_by: string | null
  stored_memes: number
  stored_bytes: number
  quota_memes: number | null
  quota_megabytes: number | null
}

/** Returns members with a text in their username, display name or email address, newest first. */
export async function findPeople(
  db: Db,
  { q, role }: PersonFilter,
  limit: number,
  after: { at: string; id: string } | undefined,
): Promise<PersonRow[]> {
  const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const found = await sql<PersonRow>`
    select u.id, u.created_at as at, u.email, u.suspended_reason, u.suspended_until, c.username as invited_by,
      u.stored_memes, u.stored_bytes::float8 as stored_bytes, u.quota_memes, u.quota_megabytes
    from users u left join invites i on i.id = u.invite_id left join users c on c.id = i.created_by
    where ${q === '' ? sql`true` : sql`(lower(u.username) like ${pattern} or u.email like ${pattern} or lower(u.display_name) like ${pattern})`}
      and ${role ? sql`u.role = ${role}` : sql`true`}
      and ${after ? sql`(u.created_at, u.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by u.created_at desc, u.id desc limit ${limit}`.execute(db)
  return found.rows
}

export interface TotalsRow {
  members: number
  memes: number
  openReports: number
  inReview: number
  openAppeals: number
  oldestReportAt: Date | null
  oldestReviewAt: Date | null
}

export async function findTotals(db: Db): Promise<TotalsRow> {
  const found = await sql<TotalsRow>`
    select (select count(*) from users where not is_demo)::int as members,
      (select count(*) from memes where status <> 'removed' and deleted_at is null)::int as memes,
      (select count(*) from reports where status = 'open')::int as "openReports",
      (select count(*) from memes where status = 'review' and deleted_at is null)::int as "inReview",
      (select count(*) from appeals where status = 'open')::int as "openAppeals",
      (select min(created_at) from reports where status = 'open') as "oldestReportAt",
      (select min(created_at) from memes where status = 'review' and deleted_at is null) as "oldestReviewAt"`.execute(
    db,
  )
  return found.rows[0] as TotalsRow
}

export interface DayRow {
  day: string
  members: number
  memes: number
  actions: number
  reports: number
  storedBytes: number
}

/**
 * Returns daily counts (UTC) of the last `days` days, including today. Reads actions that were already summarized from the
 * history.
 */
export async function findDays(db: Db, days: number): Promise<DayRow[]> {
  const found = await sql<DayRow>`
    with span as (select (now() at time zone 'utc')::date - ${days}::int + 1 as first),
    days as (select generate_series(first, (now() at time zone 'utc')::date, interval '1 day')::date as day from span),
    members as (select (created_at at time zone 'utc')::date as day, count(*)::int as n from users, span
      where created_at >= first and not is_demo group by 1),
    new_memes as (select (created_at at time zone 'utc')::date as day, count(*)::int as n from memes, span
      where created_at >= first group by 1),
    done as (select day, sum(n)::int as n from (
      select (at at time zone 'utc')::date as day, count(*) as n from actions, span where at >= first group by 1
      union all select h.day, sum(h.total) from action_history h, span where h.day >= first group by 1) a group by day),
    reported as (select (created_at at time zone 'utc')::date as day, count(*)::int as n from reports, span
      where created_at >= first group by 1),
    stored as (select (created_at at time zone 'utc')::date as day, sum(bytes)::float8 as n from blobs, span
      where created_at >= first group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(members.n, 0) as members, coalesce(new_memes.n, 0) as memes,
      coalesce(done.n, 0) as actions, coalesce(reported.n, 0) as reports, coalesce(stored.n, 0) as "storedBytes"
    from days d left join members using (day) left join new_memes using (day) left join done using (day)
      left join reported using (day) left join stored using (day)
    order by d.day`.execute(db)
  return found.rows
}
