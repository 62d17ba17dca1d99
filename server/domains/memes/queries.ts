import { type Expression, type Selectable, sql } from 'kysely'
import type { MemeLanguage } from '#contract/languages.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { isVisibleToMember } from './lists/scopes.ts'
import { tagsToStore } from './tag-aliases.ts'

export type MemeRow = Selectable<Tables['memes']>
/** The fields that decide whether a meme is shown and counted. */
export type MemeState = Pick<MemeRow, 'status' | 'deleted_at'>

/** Lifetime of an announcement without renewal; shorter than the time from a start to its sweep. */
export const ANNOUNCED_SECONDS = 30

const SETTLED = { pending_until: null, hidden_at: null }

const announcedUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${ANNOUNCED_SECONDS})`

/** The language of a meme's name and description, by the same rule as for the words in its picture. */
const languageOf = ({ name, description }: { name: string; description: string }) =>
  sql<MemeLanguage | null>`language_of_words(${`${name} ${description}`.replaceAll('\n', ' ').normalize('NFC').toLowerCase()})`

export interface NewMeme {
  id: string
  userId: string
  name: string
  description: string
  altText: string
  tags: string[]
  location: 'quick' | 'bulk'
  blobs: { origin: string; medium: string; small: string }
  width: number
  height: number
  thumbhash: string
  animated: boolean
  mime: string
  sensitive: boolean
  sourceHash: string
  createdAt?: Date | undefined
  /** True if the meme waits for a moderator. */
  isForReview: boolean
}

/** Announces files before they are stored, so that the sweep ignores them until a row references them. */
export async function announceBlobs(tx: Tx, files: { key: string; bytes: number; mime: string }[]): Promise<void> {
  const unique = [...new Map(files.map((file) => [file.key, file])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  await tx
    .insertInto('blobs')
    .values(unique.map((file) => ({ ...file, pending_until: announcedUntil })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((excluded) => ({ pending_until: excluded.ref('excluded.pending_until') })),
    )
    .execute()
}

/** Renews the announcements of files that no row references yet. It waits for no other transaction, so it cannot deadlock. */
export async function renewAnnouncement(db: Db, keys: string[]): Promise<void> {
  await sql`
    update blobs set pending_until = ${announcedUntil} where key in (
      select key from blobs where key = any(${keys}::text[]) and pending_until is not null for update skip locked)`.execute(
    db,
  )
}

/** Returns the status of a visible meme: `hidden` while its uploader is suspended. Locks the uploader against changes. */
export const statusFor = (userId: Expression<unknown>) => sql<'ready' | 'hidden'>`
  (select case when u.suspended_at is null then 'ready' else 'hidden' end from users u where u.id = ${userId} for key share)`

/** Inserts the row and its counters, and marks its files as no longer pending. */
export async function insertMeme(tx: Tx, meme: NewMeme): Promise<MemeRow> {
  const [row] = await insertMemes(tx, [meme])
  if (!row) throw new Error('the meme was not inserted')
  return row
}

export async function insertMemes(tx: Tx, memes: NewMeme[]): Promise<MemeRow[]> {
  const values = await Promise.all(
    memes.map(async (meme) => valuesOf({ ...meme, tags: await tagsToStore(tx, meme.tags) })),
  )
  const keys = memes.flatMap(({ blobs }) => Object.values(blobs))
  return tx
    .with('written', (query) => query.insertInto('memes').values(values).returningAll())
    .with('counted', (query) =>
      query.insertInto('meme_stats').columns(['meme_id']).expression(query.selectFrom('written').select('id')),
    )
    .with('settled', (query) => query.updateTable('blobs').set(SETTLED).where('key', 'in', keys))
    .selectFrom('written')
    .selectAll()
    .execute()
}

const valuesOf = (meme: NewMeme) => ({
  id: meme.id,
  user_id: meme.userId,
  status: meme.isForReview ? ('review' as const) : statusFor(sql`${meme.userId}::uuid`),
  name: meme.name,
  description: meme.description,
  alt_text: meme.altText,
  tags: meme.tags,
  location: meme.location,
  language: languageOf(meme),
  blob_origin: meme.blobs.origin,
  blob_medium: meme.blobs.medium,
  blob_small: meme.blobs.small,
  width: meme.width,
  height: meme.height,
  thumbhash: meme.thumbhash,
  animated: meme.animated,
  mime: meme.mime,
  sensitive_by: meme.sensitive ? ('uploader' as const) : null,
  source_hash: meme.sourceHash,
  ...(meme.createdAt ? { created_at: meme.createdAt, updated_at: meme.createdAt } : {}),
})

/** Marks files referenced by a row as neither pending nor hidden. */
export async function settleBlobs(tx: Tx, keys: string[]): Promise<void> {
  await tx.updateTable('blobs').set(SETTLED).where('key', 'in', keys).execute()
}

/** Returns the oldest live meme with exactly these source bytes that `userId` may see. */
export async function findBySource(db: Db, sourceHash: string, userId: string): Promise<MemeRow | undefined> {
  return db
    .selectFrom('memes')
    .selectAll()
    .where('source_hash', '=', sourceHash)
    .where(isVisibleToMember(userId, 'memes'))
    .orderBy('created_at')
    .executeTakeFirst()
}

/** Serializes uploads of the same bytes, so that the second sees the first. */
export async function lockSource(tx: Tx, sourceHash: string): Promise<void> {
  await sql`${prepared} select pg_advisory_xact_lock(hashtextextended(${`source ${sourceHash}`}, 0))`.execute(tx)
}

export async function findMeme(db: Db, id: string): Promise<MemeRow | undefined> {
  return db.selectFrom('memes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns a stored file and whether it may be shown: not blocked by a removal, and not hidden by a suspension. */
export async function findBlob(
  db: Db,
  key: string,
): Promise<{ bytes: number; mime: string; blocked: boolean; hidden: boolean } | undefined> {
  const row = await db
    .selectFrom('blobs')
    .select(['bytes', 'mime', 'blocked_at', 'hidden_at'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row && { bytes: row.bytes, mime: row.mime, blocked: row.blocked_at !== null, hidden: row.hidden_at !== null }
}

const isReferenced = sql<boolean>`(
  exists (select from memes m where m.blob_origin = b.key)
  or exists (select from memes m where m.blob_medium = b.key)
  or exists (select from memes m where m.blob_small = b.key)
  or exists (select from gif_renditions r where r.key = b.key)
  or exists (select from template_pictures p where p.key = b.key)
  or exists (select from users u where u.avatar_large = b.key)
  or exists (select from users u where u.avatar_small = b.key))`

/** Files that a sweep checks: only those with expired announcements, or all. */
export type SweptFiles = 'announced' | 'all'

/** Locks up to `limit` files that no row references and no upload has announced, except those in flight. */
export async function lockOrphanBlobs(
  tx: Tx,
  { of, limit, inFlight }: { of: SweptFiles; limit: number; inFlight: string[] },
): Promise<string[]> {
  const isEnded = sql`pending_until < clock_timestamp()`
  const found = await sql<{ key: string }>`
    select key from blobs b
    where ${of === 'all' ? sql`(pending_until is null or ${isEnded})` : isEnded}
      and not ${isReferenced} and key <> all(${inFlight}::text[])
    limit ${limit} for update skip locked`.execute(tx)
  return found.rows.map((row) => row.key)
}

/** Ends the announcements of files that a row now references: one upload failed while another one of the same file succeeded. */
export async function settleReferenced(db: Db): Promise<void> {
  await sql`
    update blobs set pending_until = null where key in (
      select key from blobs b where pending_until < clock_timestamp() and ${isReferenced} for update skip locked)`.execute(
    db,
  )
}

export async function deleteBlobs(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await tx.deleteFrom('blobs').where('key', 'in', keys).execute()
}

export async function lockMeme(tx: Tx, id: string): Promise<MemeRow | undefined> {
  return tx.selectFrom('memes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateMemeWords(
  tx: Tx,
  id: string,
  words: { name: string; description: string; altText: string; tags: string[] },
): Promise<MemeRow> {
  const tags = await tagsToStore(tx, words.tags)
  return tx
    .updateTable('memes')
    .set({
      name: words.name,
      description: words.description,
      alt_text: words.altText,
      tags,
      language: languageOf(words),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Sets or clears a moderator's mark. After clearing, the uploader may mark the meme again. */
export async function setSensitiveByModerator(tx: Tx, id: string, sensitive: boolean): Promise<void> {
  await sql`
    update memes set sensitive_by = ${sensitive ? 'moderator' : null}, updated_at = now() where id = ${id}`.execute(tx)
}

/** Stores the model's score. `isSensitive` marks the meme, and the uploader cannot remove that mark. */
export async function setScore(tx: Tx, id: string, score: number, isSensitive: boolean): Promise<void> {
  await tx
    .updateTable('memes')
    .set({ sensitive_score: score, ...(isSensitive ? { sensitive_by: 'model', updated_at: new Date() } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Sets or clears the uploader's mark; leaves marks by others unchanged. */
export async function setSensitiveByUploader(tx: Tx, id: string, sensitive: boolean): Promise<void> {
  await sql`
    update memes set sensitive_by = ${sensitive ? 'uploader' : null}
    where id = ${id} and (sensitive_by is null or sensitive_by = 'uploader')`.execute(tx)
}

export async function setDeletedAt(tx: Tx, id: string, at: Date | null): Promise<MemeState> {
  return tx
    .updateTable('memes')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .returning(['status', 'deleted_at'])
    .executeTakeFirstOrThrow()
}

/** Deletes the row of a deleted meme, unless it was restored. */
export async function purgeMeme(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('memes').where('id', '=', id).where('deleted_at', 'is not', null).execute()
}
