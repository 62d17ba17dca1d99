import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
import { isInReview, isLive, isLiveOrHidden } from './lists/states.ts'
import { type MemeState, statusFor } from './queries.ts'

export async function setRemoved(tx: Tx, id: string, removal: { at: Date; reason: string } | null): Promise<MemeState> {
  return tx
    .updateTable('memes')
    .set({
      status: removal ? 'removed' : statusFor(sql.ref('memes.user_id')),
      removed_at: removal?.at ?? null,
      removed_reason: removal?.reason ?? null,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returning(['status', 'deleted_at'])
    .executeTakeFirstOrThrow()
}

interface Shown {
  /** Also counts memes and avatars that reappear when a suspension ends. */
  orSuspended?: true
  /** Also counts memes that reappear if their owner undoes a deletion. */
  orDeleted?: true
}

/** True for a file of a visible meme, of a meme in review, or of an avatar. */
const shownBy = (key: 'b.key', { orSuspended, orDeleted }: Shown = {}) => {
  const member = orSuspended ? sql`true` : sql`u.suspended_at is null`
  const inReview = sql`${isInReview('m', { orDeleted })} and exists (select from users u where u.id = m.user_id and ${member})`
  const live = sql`(${orSuspended ? isLiveOrHidden('m', { orDeleted }) : isLive('m', { orDeleted })} or ${inReview})`
  return sql`
    exists (select from memes m where m.blob_origin = ${sql.ref(key)} and ${live})
    or exists (select from memes m where m.blob_medium = ${sql.ref(key)} and ${live})
    or exists (select from memes m where m.blob_small = ${sql.ref(key)} and ${live})
    or exists (select from users u where u.avatar_large = ${sql.ref(key)} and ${member})
    or exists (select from users u where u.avatar_small = ${sql.ref(key)} and ${member})`
}

/** Serializes decisions about the visibility of these files. */
export async function lockFiles(tx: Tx, keys: string[]): Promise<void> {
  await sql`select from blobs where key = any(${keys}::text[]) order by key for update`.execute(tx)
}

/** Blocks files that no live meme and no avatar uses; those of suspended members count as uses. Lock the files first. */
export async function blockFiles(tx: Tx, keys: string[]): Promise<void> {
  await sql`update blobs b set blocked_at = now() where b.key = any(${keys}::text[]) and not (${shownBy('b.key', { orSuspended: true })})`.execute(
    tx,
  )
}

/** Hides exactly those of the files that no visible member uses, and shows the others. Lock them first. */
export async function hideUnseenFiles(tx: Tx, keys: string[]): Promise<void> {
  await sql`
    update blobs b set hidden_at = case when ${shownBy('b.key')} then null else coalesce(b.hidden_at, now()) end
    where b.key = any(${keys}::text[])`.execute(tx)
}

/** Hides a suspended member's memes, or shows them again. */
export async function setHidden(tx: Tx, userId: string, isHidden: boolean): Promise<void> {
  const [from, to] = isHidden ? (['ready', 'hidden'] as const) : (['hidden', 'ready'] as const)
  await tx.updateTable('memes').set({ status: to }).where('user_id', '=', userId).where('status', '=', from).execute()
}

/** Returns the reasons of removals, and whether no appeal was made since. */
export async function findRemovals(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; reason: string; canAppeal: boolean }[]> {
  const found = await sql<{ id: string; reason: string; canAppeal: boolean }>`
    select m.id, coalesce(m.removed_reason, '') as reason,
      not exists (select from appeals a where a.user_id = m.user_id and a.meme_id = m.id and a.about_at = m.removed_at) as "canAppeal"
    from memes m where m.id = any(${ids}::uuid[]) and m.status = 'removed'`.execute(db)
  return found.rows
}

/** Returns the files of a member's memes, except removed ones, and of their avatar. */
export async function findFilesOf(tx: Tx, userId: string): Promise<string[]> {
  const found = await sql<{ key: string }>`
    select unnest(array[m.blob_origin, m.blob_medium, m.blob_small]) as key from memes m
    where m.user_id = ${userId} and m.status <> 'removed'
    union select k.key from users u, unnest(array[u.avatar_large, u.avatar_small]) k (key)
    where u.id = ${userId} and k.key is not null`.execute(tx)
  return found.rows.map(({ key }) => key)
}

/**
 * Returns up to `limit` files of removed memes that nothing else uses anymore. A deleted meme that can still be restored counts
 * as a use.
 */
export async function findLeftUnblocked(db: Db, limit: number): Promise<string[]> {
  const found = await sql<{ key: string }>`
    select distinct b.key from memes r
      join blobs b on b.key in (r.blob_origin, r.blob_medium, r.blob_small) and b.blocked_at is null
    where r.status = 'removed'
      and not (${shownBy('b.key', { orSuspended: true, orDeleted: true })})
    order by b.key limit ${limit}`.execute(db)
  return found.rows.map((row) => row.key)
}

/**
 * Returns up to `limit` files of suspended members that are still reachable although the other user of the file is permanently
 * gone.
 */
export async function findLeftUnhidden(db: Db, limit: number): Promise<string[]> {
  const found = await sql<{ key: string }>`
    select b.key from blobs b
    where b.hidden_at is null and b.blocked_at is null
      and b.key in (
        select unnest(array[h.blob_origin, h.blob_medium, h.blob_small]) from memes h where h.status = 'hidden'
        union select unnest(array[s.avatar_large, s.avatar_small]) from users s where s.suspended_at is not null)
      and not (${shownBy('b.key', { orDeleted: true })})
    order by b.key limit ${limit}`.execute(db)
  return found.rows.map((row) => row.key)
}

export async function unblockFiles(tx: Tx, keys: string[]): Promise<void> {
  await tx.updateTable('blobs').set({ blocked_at: null }).where('key', 'in', keys).execute()
}

/** Returns live memes that use one of these files, including memes of suspended members. */
export async function findSamePicture(tx: Tx, exceptId: string, keys: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('memes')
    .select('id')
    .where('id', '<>', exceptId)
    .where(isLiveOrHidden('memes'))
    .where((where) =>
      where.or([where('blob_origin', 'in', keys), where('blob_medium', 'in', keys), where('blob_small', 'in', keys)]),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** Returns true if one of these files was taken down. */
export async function isAnyBlocked(db: Db, keys: string[]): Promise<boolean> {
  return (await findBlockedFiles(db, keys)).length > 0
}

export async function findBlockedFiles(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('blobs')
    .select('key')
    .where('key', 'in', keys)
    .where('blocked_at', 'is not', null)
    .execute()
  return rows.map(({ key }) => key)
}

/** Returns true if one of the files of a picture is blocked, or if a picture from exactly these source bytes was removed. */
export async function isPictureBlocked(db: Db, keys: string[], sourceHash: string): Promise<boolean> {
  const found = await sql<{ blocked: boolean }>`${prepared}
    select exists (select from blobs where key in (select unnest(${arrayOf(keys, 'text')})) and blocked_at is not null) or ${isRemovedSource(sourceHash)} as blocked`.execute(
    db,
  )
  return found.rows[0]?.blocked === true
}

/** True if a picture from exactly these source bytes was removed. */
const isRemovedSource = (sourceHash: string) => sql<boolean>`exists (
  select from memes m join blobs b on b.key = m.blob_origin
  where m.source_hash = ${sourceHash} and m.status = 'removed' and b.blocked_at is not null)`

/** Returns true if a picture from exactly these source bytes was removed. */
export async function isSourceBlocked(db: Db, sourceHash: string): Promise<boolean> {
  const found = await sql<{ blocked: boolean }>`${prepared} select ${isRemovedSource(sourceHash)} as blocked`.execute(
    db,
  )
  return found.rows[0]?.blocked === true
}
