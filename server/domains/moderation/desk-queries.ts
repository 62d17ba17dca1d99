import { sql } from 'kysely'
import type { Role } from '#contract/people/roles.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'

export interface Keyset {
  at: string
  id: string
}

/** Returns memes with open reports, ordered by their oldest report. Walks the index of open reports until the page is full. */
export async function findReportedMemes(
  db: Db,
  limit: number,
  after: Keyset | undefined,
): Promise<{ id: string; at: Date }[]> {
  const found = await sql<{ id: string; at: Date }>`${prepared}
    select r.meme_id as id, r.created_at as at
    from reports r
    where r.status = 'open'
      and ${after ? sql`r.created_at >= ${after.at}::timestamptz and (r.created_at, r.meme_id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      and not exists (
        select from reports o where o.meme_id = r.meme_id and o.status = 'open'
          and o.created_at <= r.created_at and (o.created_at, o.id) < (r.created_at, r.id))
    order by r.created_at, r.meme_id limit ${limit}`.execute(db)
  return found.rows
}

export interface ReportRow {
  id: string
  meme_id: string
  reason: string
  note: string
  created_at: Date
  reporter_id: string | null
  username: string | null
  upheld: number
  dismissed: number
}

/**
 * Maximum reports per reporter for computing their record. The limit also makes the planner use the index, regardless of the
 * total number of reports.
 */
const RECORD_MAX = 1000

/** Returns the oldest open reports of each meme, with how often each reporting member was right before. */
export async function findReportsOf(db: Db, memeIds: string[], perMeme: number): Promise<ReportRow[]> {
  if (memeIds.length === 0) return []
  const found = await sql<ReportRow>`${prepared}
    with shown as (
      select r.* from unnest(${memeIds}::uuid[]) m (id), lateral (
        select * from reports where meme_id = m.id and status = 'open' order by created_at, id limit ${perMeme}) r
    ), records as (
      select p.reporter_id, c.upheld, c.dismissed
      from (select distinct reporter_id from shown where reporter_id is not null) p, lateral (
        select count(*) filter (where status = 'upheld')::int as upheld,
          count(*) filter (where status = 'dismissed')::int as dismissed
        from (select status from reports r where r.reporter_id = p.reporter_id limit ${RECORD_MAX}) r) c
    )
    select s.id, s.meme_id, s.reason, s.note, s.created_at, s.reporter_id, u.username,
      coalesce(c.upheld, 0) as upheld, coalesce(c.dismissed, 0) as dismissed
    from shown s left join users u on u.id = s.reporter_id left join records c on c.reporter_id = s.reporter_id
    order by s.created_at, s.id`.execute(db)
  return found.rows
}

/** Counts each reason for each meme, most frequent first. */
export async function countReasons(
  db: Db,
  memeIds: string[],
): Promise<{ meme_id: string; reason: string; count: number }[]> {
  if (memeIds.length === 0) return []
  const found = await sql<{ meme_id: string; reason: string; count: number }>`${prepared}
    select meme_id, reason, count(*)::int as count from reports
    where meme_id = any(${memeIds}::uuid[]) and status = 'open' group by meme_id, reason order by count desc, reason`.execute(
    db,
  )
  return found.rows
}

/** Returns memes in review, oldest first. */
export async function findQueued(
  db: Db,
  limit: number,
  after: Keyset | undefined,
): Promise<{ id: string; at: Date }[]> {
  const found = await sql<{ id: string; at: Date }>`
    select id, created_at as at from memes where status = 'review' and deleted_at is null
      and ${after ? sql`(created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by created_at, id limit ${limit}`.execute(db)
  return found.rows
}

export interface DeskPersonRow {
  id: string
  username: string
  display_name: string
  avatar_small: string | null
  role: Role
  created_at: Date
  memes_count: number
  suspended_at: Date | null
  removed: number
  suspensions: number
}

/** Returns people with earlier decisions about them. */
export async function findDeskPeople(db: Db, ids: string[]): Promise<Map<string, DeskPersonRow>> {
  if (ids.length === 0) return new Map()
  const found = await sql<DeskPersonRow>`${prepared}
    select u.id, u.username, u.display_name, u.avatar_small, u.role, u.created_at, u.memes_count, u.suspended_at,
      (select count(*) from memes m where m.user_id = u.id and m.status = 'removed')::int as removed,
      (select count(*) from moderation_log l where l.target_id = u.id and l.action = 'suspend')::int as suspensions
    from users u where u.id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(found.rows.map((row) => [row.id, row]))
}

export interface LogRow {
  id: string
  at: Date
  action: string
  target_kind: string
  target_id: string
  reason: string
  actor_id: string | null
  actor_name: string | null
  target_name: string | null
}

/** Returns log entries, newest first: all entries, or those about a meme (and its reports), or by or about a user. */
export async function findLog(
  db: Db,
  filter: { memeId?: string | undefined; userId?: string | undefined },
  limit: number,
  after: Keyset | undefined,
): Promise<LogRow[]> {
  const { memeId, userId } = filter
  const found = await sql<LogRow>`
    select l.id, l.at, l.action, l.target_kind, l.target_id, l.reason, l.actor_id, a.username as actor_name,
      coalesce(m.name, u.username) as target_name
    from moderation_log l
    left join users a on a.id = l.actor_id
    left join memes m on l.target_kind = 'meme' and m.id = l.target_id
    left join users u on l.target_kind = 'user' and u.id = l.target_id
    where ${after ? sql`(l.at, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
      and ${memeId ? sql`(l.target_id = ${memeId} or l.target_id in (select r.id from reports r where r.meme_id = ${memeId}))` : sql`true`}
      and ${
        userId
          ? sql`(l.actor_id = ${userId} or l.target_id = ${userId}
              or l.target_id in (select x.id from memes x where x.user_id = ${userId}))`
          : sql`true`
      }
    order by l.at desc, l.id desc limit ${limit}`.execute(db)
  return found.rows
}
