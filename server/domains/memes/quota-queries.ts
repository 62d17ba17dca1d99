import { sql } from 'kysely'
import type { Role } from '#contract/people/roles.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { UserRow } from '../users/accounts.ts'

/** Stored memes, and the bytes of their files. Triggers count them (migration 0399). */
export interface Stored {
  memes: number
  bytes: number
}

export interface MemberUse extends Stored {
  role: Role
  isDemo: boolean
  /** Limits that an admin set for this member; null for the site's, 0 for none. */
  quotaMemes: number | null
  quotaMegabytes: number | null
}

const columns = ['role', 'is_demo', 'stored_memes', 'stored_bytes', 'quota_memes', 'quota_megabytes'] as const

/** Returns the storage that a member uses: all their memes, except those that a moderator removed. */
export const memberUseOf = (user: Pick<UserRow, (typeof columns)[number]>): MemberUse => ({
  role: user.role,
  isDemo: user.is_demo,
  memes: user.stored_memes,
  bytes: Number(user.stored_bytes),
  quotaMemes: user.quota_memes,
  quotaMegabytes: user.quota_megabytes,
})

export async function findMemberUse(db: Db, userId: string): Promise<MemberUse | undefined> {
  const user = await db
    .selectFrom('users')
    .modifyFront(prepared)
    .select(columns)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user && memberUseOf(user)
}

/**
 * Returns the site's memes, except removed ones, and the bytes of all stored files, including avatars and removed memes. Does not count
 * the files that the GIF provider makes.
 */
export async function findSiteUse(db: Db): Promise<Stored> {
  const found = await sql<Stored>`${prepared}
    select coalesce(sum(memes), 0)::float8 as memes, coalesce(sum(bytes), 0)::float8 as bytes from storage_changes`.execute(
    db,
  )
  return found.rows[0] as Stored
}

/** Serializes uploads near the site's quota. */
export async function lockSiteUse(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('site quota', 0))`.execute(tx)
}

/** Replaces the changes of the site's totals with their sum. Skips rows that another node is adding up. */
export async function addUpStorageChanges(tx: Tx): Promise<void> {
  await sql`
    with gone as (
      delete from storage_changes where id in (select id from storage_changes for update skip locked) returning memes, bytes)
    insert into storage_changes (memes, bytes) select sum(memes), sum(bytes) from gone having count(*) > 0`.execute(tx)
}

/** Sets a member's own limits; null for the site's, 0 for none. */
export async function setQuota(
  tx: Tx,
  userId: string,
  { memes, megabytes }: { memes: number | null; megabytes: number | null },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ quota_memes: memes, quota_megabytes: megabytes })
    .where('id', '=', userId)
    .execute()
}
