import { sql } from 'kysely'
import type { CaptionBox } from '#contract/templates/templates.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isLive, isNotSensitive } from '../memes/lists/states.ts'
import { faceFirst, offeredMemes } from './queries.ts'

/** Longer than it takes to compose a picture. If the node dies, another one composes the picture afterwards. */
const TAKEN_SECONDS = 120

export interface TemplatePictureRow {
  id: string
  blob_medium: string
  width: number
  height: number
  sensitive: boolean
  picture_words: CaptionBox[]
}

/**
 * Returns pictures of the memes of a template, or of the one that it was merged into, that the viewer may see. Ordered by
 * `faceFirst`; sensitive ones only if there are no others.
 */
export async function findTemplatePictures(
  db: Db,
  viewer: Viewer,
  id: string,
  limit: number,
): Promise<TemplatePictureRow[]> {
  const found = await sql<TemplatePictureRow>`
    select m.id, m.blob_medium, m.width, m.height, m.sensitive, coalesce(x.picture_words, '[]') as picture_words
    from meme_templates g join ${offeredMemes(viewer)} on m.id = g.meme_id join meme_stats s on s.meme_id = m.id
      left join meme_texts x on x.meme_id = m.id
    where g.template_id = (select coalesce(t.merged_into, t.id) from templates t where t.id = ${id})
    order by ${faceFirst} limit ${limit}`.execute(db)
  return found.rows.filter((row) => row.sensitive === found.rows[0]?.sensitive)
}

export interface StoredPicture {
  key: string
  isComplete: boolean
}

/** Returns the stored picture of a template, or of the one that it was merged into, if the viewer may see all memes in it. */
export async function findStoredPicture(db: Db, viewer: Viewer, id: string): Promise<StoredPicture | undefined> {
  const found = await sql<StoredPicture>`
    select p.key, p.is_complete as "isComplete" from template_pictures p
    where p.template_id = (select coalesce(t.merged_into, t.id) from templates t where t.id = ${id})
      and cardinality(p.meme_ids) = (select count(*) from ${offeredMemes(viewer)} where m.id = any(p.meme_ids))`.execute(
    db,
  )
  return found.rows[0]
}

/** Returns templates with an outdated picture that no node composes, most used first, with the ids of the notes about it. */
export async function findStalePictures(db: Db, limit: number): Promise<{ templateId: string; notes: string[] }[]> {
  const found = await sql<{ templateId: string; notes: string[] }>`
    select n.template_id as "templateId", array_agg(n.id::text) as notes
    from stale_template_pictures n left join templates t on t.id = n.template_id
    group by n.template_id, t.meme_count, t.week_count having coalesce(max(n.taken_until) <= clock_timestamp(), true)
    order by t.week_count desc nulls first, t.meme_count desc, n.template_id limit ${limit}`.execute(db)
  return found.rows
}

export async function countStalePictures(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(distinct template_id)::int as count from stale_template_pictures`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Queues the picture of a template for the job. */
export async function markPictureStale(tx: Tx, templateId: string): Promise<void> {
  await tx.insertInto('stale_template_pictures').values({ template_id: templateId }).execute()
}

/** Returns the ids of the notes about a template. */
export async function findNotes(db: Db, templateId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id::text as id from stale_template_pictures where template_id = ${templateId}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Reserves a template with these notes for this node, for a while. Returns false if another node has it, or is done with it. */
export async function takeNotes(db: Db, notes: readonly string[]): Promise<boolean> {
  const found = await sql`
    update stale_template_pictures set taken_until = clock_timestamp() + make_interval(secs => ${TAKEN_SECONDS})
    where id = (select min(note) from unnest(${[...notes]}::bigint[]) note)
      and (taken_until is null or taken_until <= clock_timestamp())
    returning 1`.execute(db)
  return found.rows.length > 0
}

/** Releases the template, so that any node can compose the picture. */
export async function releaseNotes(db: Db, notes: readonly string[]): Promise<void> {
  await db
    .updateTable('stale_template_pictures')
    .set({ taken_until: null })
    .where('id', 'in', [...notes])
    .execute()
}

/** Returns false if none of the notes was left. */
export async function deleteNotes(db: Db, notes: readonly string[]): Promise<boolean> {
  const found = await sql`
    delete from stale_template_pictures where id in (
      select id from stale_template_pictures where id = any(${[...notes]}::bigint[]) order by id for update)
    returning 1`.execute(db)
  return found.rows.length > 0
}

/**
 * Records a picture and returns true, unless one of its memes is being changed or is no longer a visible meme of the template.
 * Locks the memes, so that a concurrent removal deletes the row. It never waits for a meme, because a removal locks memes before
 * the picture. Hides the file of the picture before, which no later removal would find.
 */
export async function savePicture(
  tx: Tx,
  { templateId, key, isComplete, memeIds }: StoredPicture & { templateId: string; memeIds: readonly string[] },
): Promise<boolean> {
  const before = await tx
    .selectFrom('template_pictures')
    .select('key')
    .where('template_id', '=', templateId)
    .forUpdate()
    .executeTakeFirst()
  const memes = await sql`
    select from memes m join meme_templates g on g.meme_id = m.id
    where m.id = any(${[...memeIds]}::uuid[]) and g.template_id = ${templateId} and ${isLive()} and ${isNotSensitive()}
    order by m.id for share skip locked`.execute(tx)
  if (memes.rows.length < memeIds.length) return false
  await sql`
    insert into template_pictures (template_id, key, is_complete, meme_ids)
    values (${templateId}, ${key}, ${isComplete}, ${[...memeIds]}::uuid[])
    on conflict (template_id) do update set key = excluded.key, is_complete = excluded.is_complete, meme_ids = excluded.meme_ids`.execute(
    tx,
  )
  if (before && before.key !== key)
    await sql`update blobs set hidden_at = now() where key = ${before.key} and hidden_at is null`.execute(tx)
  return true
}

export async function deletePicture(tx: Tx, templateId: string): Promise<void> {
  await tx.deleteFrom('template_pictures').where('template_id', '=', templateId).execute()
}
