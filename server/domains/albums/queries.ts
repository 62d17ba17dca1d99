import { sql } from 'kysely'
import type { AlbumVisibility, Move } from '#contract/memes/albums.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible, type MemeScope } from '../memes/lists/scopes.ts'
import { findMemesOfAlbum } from '../memes/lists/sources/by-album.ts'
import { isPersonShown } from '../users/lists/hidden-people.ts'

export interface AlbumRow {
  id: string
  user_id: string
  name: string
  visibility: AlbumVisibility
  position: number
  used_at: Date
  created_at: Date
  updated_at: Date
  username: string
  display_name: string
  avatar_small: string | null
  count: number
  /** The cover meme that the viewer sees; null if they see no meme in the album. */
  cover: string | null
  has_meme: boolean
}

const ownerId = (viewer: Viewer) => (viewer.kind === 'member' ? viewer.userId : null)

/** Returns the visibility scope of an album's memes: for the owner, the scope of their other lists. */
export const scopeOf = (viewer: Viewer, owner: string): MemeScope => (owner === ownerId(viewer) ? 'mine' : 'offered')

const isShown = (viewer: Viewer) =>
  sql`(case when a.user_id = ${ownerId(viewer)}::uuid then ${isVisible(viewer, 'mine')} else ${isVisible(viewer, 'offered')} end)`

const mayOpen = (viewer: Viewer) =>
  sql`(a.user_id = ${ownerId(viewer)}::uuid or (a.visibility <> 'private' and u.suspended_at is null
    and ${isPersonShown(viewer, 'a.user_id', 'everywhere')}))`

const albumsWith = (viewer: Viewer, memeId: string | undefined) => sql`
  select a.id, a.user_id, a.name, a.visibility, a.position, a.used_at, a.created_at, a.updated_at,
    u.username, u.display_name, u.avatar_small, shown.count, cover.meme_id as cover,
    exists (select from album_memes i where i.album_id = a.id and i.meme_id = ${memeId ?? null}::uuid) as has_meme
  from albums a join users u on u.id = a.user_id
  cross join lateral (
    select count(*)::int as count from album_memes i join memes m on m.id = i.meme_id
    where i.album_id = a.id and ${isShown(viewer)}) shown
  left join lateral (
    select i.meme_id from album_memes i join memes m on m.id = i.meme_id
    where i.album_id = a.id and ${isShown(viewer)}
    order by (i.meme_id = a.cover_id) is true desc, i.position desc, i.meme_id limit 1) cover on true`

/** Returns an album that the viewer may open. */
export async function findAlbum(db: Db, viewer: Viewer, id: string): Promise<AlbumRow | undefined> {
  const found = await sql<AlbumRow>`
    ${albumsWith(viewer, undefined)} where a.id = ${id} and ${mayOpen(viewer)}`.execute(db)
  return found.rows[0]
}

/** Returns the owner of an album that the viewer may open. */
export async function findAlbumOwner(db: Db, viewer: Viewer, id: string): Promise<string | undefined> {
  const found = await sql<{ user_id: string }>`${prepared}
    select a.user_id from albums a join users u on u.id = a.user_id where a.id = ${id} and ${mayOpen(viewer)}`.execute(
    db,
  )
  return found.rows[0]?.user_id
}

/** Returns a person's albums in their order: all of them for the owner, otherwise only the public ones. */
export async function findAlbums(
  db: Db,
  viewer: Viewer,
  userId: string,
  memeId: string | undefined,
): Promise<AlbumRow[]> {
  const isOwn = userId === ownerId(viewer)
  const found = await sql<AlbumRow>`
    ${albumsWith(viewer, memeId)} where a.user_id = ${userId} and ${isOwn ? sql`true` : sql`a.visibility = 'public'`}
    order by a.position, a.id`.execute(db)
  return found.rows
}

/** Locks the member, which serializes changes to their albums. */
export async function lockAlbums(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Appends an album. Returns false if the member is at the limit. The albums must be locked. */
export async function insertAlbum(
  tx: Tx,
  album: { id: string; userId: string; name: string; visibility: AlbumVisibility },
  max: number,
): Promise<boolean> {
  const inserted = await sql`
    insert into albums (id, user_id, name, visibility, position)
    select ${album.id}, ${album.userId}::uuid, ${album.name}, ${album.visibility}, coalesce(max(position) + 1, 0)
    from albums where user_id = ${album.userId} having count(*) < ${max} returning 1`.execute(tx)
  return inserted.rows.length > 0
}

/** Locks a member's own album. Returns false if there is none. */
export async function lockOwnAlbum(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('albums')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAlbum(
  tx: Tx,
  id: string,
  change: { name?: string; visibility?: AlbumVisibility; cover_id?: string },
): Promise<void> {
  await tx
    .updateTable('albums')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

export async function removeAlbum(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('albums').where('id', '=', id).execute()
}

/** Adds a live meme at the front. Returns `full` if the album is full, `gone` if the meme was just deleted. The album must be locked. */
export async function insertAlbumMeme(
  tx: Tx,
  albumId: string,
  memeId: string,
  max: number,
): Promise<'added' | 'known' | 'full' | 'gone'> {
  const known = await hasAlbumMeme(tx, albumId, memeId)
  if (known) return 'known'
  const meme = await sql`select from memes where id = ${memeId} for key share`.execute(tx)
  if (meme.rows.length === 0) return 'gone'
  const inserted = await sql`
    insert into album_memes (album_id, meme_id, position)
    select ${albumId}::uuid, ${memeId}::uuid, coalesce(max(position) + 1, 0) from album_memes
    where album_id = ${albumId} having count(*) < ${max} returning 1`.execute(tx)
  if (inserted.rows.length === 0) return 'full'
  await sql`update albums set used_at = now(), updated_at = now() where id = ${albumId}`.execute(tx)
  return 'added'
}

export async function hasAlbumMeme(db: Db, albumId: string, memeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('album_memes')
    .select('meme_id')
    .where('album_id', '=', albumId)
    .where('meme_id', '=', memeId)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a meme from an album. Also resets the cover if it was this meme. */
export async function deleteAlbumMeme(tx: Tx, albumId: string, memeId: string): Promise<void> {
  await tx.deleteFrom('album_memes').where('album_id', '=', albumId).where('meme_id', '=', memeId).execute()
  await sql`update albums set cover_id = null where id = ${albumId} and cover_id = ${memeId}`.execute(tx)
}

/** Moves a meme one step among the memes of the album that the viewer sees. */
export async function moveMeme(tx: Tx, viewer: Viewer, albumId: string, memeId: string, move: Move): Promise<void> {
  const rows = await findMemesOfAlbum(tx, viewer, 'mine', { albumId, limit: STEPPED_MAX })
  const next = stepped(rows, memeId, move)
  for (const { id, position } of next)
    await sql`update album_memes set position = ${position} where album_id = ${albumId} and meme_id = ${id}`.execute(tx)
}

const STEPPED_MAX = 10_000

/** Moves one of a member's albums one step. The albums must be locked. */
export async function moveAlbum(tx: Tx, userId: string, id: string, move: Move): Promise<void> {
  const rows = await tx
    .selectFrom('albums')
    .select(['id', 'position'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  for (const row of stepped(rows, id, move))
    await tx.updateTable('albums').set({ position: row.position }).where('id', '=', row.id).execute()
}

interface Positioned {
  id: string
  position: number
}

/** Returns the two rows that swap positions, or none if the row is already at that end. Positions must be unique. */
function stepped(rows: Positioned[], id: string, move: Move): Positioned[] {
  const at = rows.findIndex((row) => row.id === id)
  const [one, other] = [rows[at], rows[at + (move === 'earlier' ? -1 : 1)]]
  if (at < 0 || !one || !other) return []
  return [
    { id: one.id, position: other.position },
    { id: other.id, position: one.position },
  ]
}
