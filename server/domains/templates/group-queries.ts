import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { isLive } from '../memes/lists/states.ts'
import { memeCounts } from './queries.ts'

export async function lockTemplates(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('templates', 0))`.execute(tx)
}

export async function findFingerprints(tx: Db, memeIds: string[]): Promise<Map<string, Uint8Array>> {
  const found = await sql<{ id: string; blocks: Uint8Array }>`
    select meme_id as id, blocks from meme_fingerprints where meme_id = any(${memeIds}::uuid[])`.execute(tx)
  return new Map(found.rows.map(({ id, blocks }) => [id, blocks]))
}

export async function findTemplateIds(tx: Tx, memeIds: string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; template_id: string }>`
    select meme_id as id, template_id from meme_templates where meme_id = any(${memeIds}::uuid[])`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row.template_id]))
}

/** Returns the templates of memes that at least two live memes share. */
export async function findSharedTemplates(db: Db, memeIds: string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; template_id: string }>`
    select g.meme_id as id, g.template_id from meme_templates g join templates t on t.id = g.template_id
    where g.meme_id = any(${memeIds}::uuid[]) and t.meme_count > 1`.execute(db)
  return new Map(found.rows.map((row) => [row.id, row.template_id]))
}

/** Returns pairs among these templates that a moderator split. */
export async function findSplits(tx: Tx, templateIds: string[]): Promise<{ one: string; other: string }[]> {
  const found = await sql<{ one: string; other: string }>`
    select t.id as one, coalesce(f.merged_into, f.id) as other from templates t join templates f on f.id = t.split_from
    where t.id = any(${templateIds}::uuid[]) and coalesce(f.merged_into, f.id) = any(${templateIds}::uuid[])`.execute(
    tx,
  )
  return found.rows
}

/** Moves some memes of a template to a new one. */
export async function splitTemplate(
  tx: Tx,
  from: string,
  into: string,
  memeIds: readonly string[],
): Promise<{ moved: number; left: number }> {
  await tx.insertInto('templates').values({ id: into, split_from: from }).execute()
  const moved = await sql`
    update meme_templates set template_id = ${into}
    where template_id = ${from} and meme_id = any(${[...memeIds]}::uuid[])`.execute(tx)
  const left = await sql<{ count: number }>`
    select count(*)::int as count from meme_templates where template_id = ${from}`.execute(tx)
  return { moved: Number(moved.numAffectedRows ?? 0), left: left.rows[0]?.count ?? 0 }
}

export async function insertTemplates(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into templates (id) select unnest(${[...ids]}::uuid[])`.execute(tx)
}

/** Moves the memes of one template to another. Links to the first, and to those merged into it, lead to the other. */
export async function mergeTemplates(tx: Tx, from: string, into: string): Promise<void> {
  await tx.updateTable('meme_templates').set({ template_id: into }).where('template_id', '=', from).execute()
  await sql`update templates set merged_into = ${into}, meme_count = 0, week_count = 0, day_count = 0
    where id = ${from} or merged_into = ${from}`.execute(tx)
  await sql`update templates set split_from = ${into} where split_from = ${from} and id <> ${into}`.execute(tx)
  // Users who hid the merged template also hide the combined one.
  await sql`
    insert into not_interested (user_id, kind, target, created_at)
    select user_id, kind, ${into}::text, created_at from not_interested where kind = 'template' and target = ${from}::text
    on conflict do nothing`.execute(tx)
  await sql`delete from not_interested where kind = 'template' and target = ${from}::text`.execute(tx)
  // The merge overrides an earlier split of the two.
  await sql`update templates set split_from = null
    where (id = ${into} and split_from = ${from}) or (id = ${from} and split_from = ${into})`.execute(tx)
  await sql`update templates t set name = f.name, folded_name = f.folded_name from templates f where t.id = ${into} and f.id = ${from} and t.name is null`.execute(
    tx,
  )
}

export async function saveTemplates(
  tx: Tx,
  rows: readonly { id: string; version: number; templateId: string }[],
): Promise<void> {
  await sql`
    insert into meme_templates (meme_id, template_id, visual_version)
    select t.meme_id, t.template_id, t.visual_version
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ templateId }) => templateId)}::uuid[], ${rows.map(({ version }) => version)}::int[])
      t (meme_id, template_id, visual_version)
    where exists (select from memes m where m.id = t.meme_id)
    on conflict (meme_id) do update set template_id = excluded.template_id, visual_version = excluded.visual_version`.execute(
    tx,
  )
}

/** Counts the live memes of templates. Without ids it counts all templates, then removes those without memes or links. */
export async function countMemes(tx: Tx, templateIds?: string[]): Promise<void> {
  const wanted = templateIds ? sql`t.id = any(${templateIds}::uuid[])` : sql`true`
  await sql`
    update templates t set meme_count = c.memes, week_count = c.week, day_count = c.day from (
      select t.id, ${memeCounts.all} as memes, ${memeCounts.week} as week, ${memeCounts.day} as day
      from templates t left join meme_templates g on g.template_id = t.id left join memes m on m.id = g.meme_id and ${isLive()}
      where ${wanted} group by t.id
    ) c where c.id = t.id and (t.meme_count, t.week_count, t.day_count) is distinct from (c.memes, c.week, c.day)`.execute(
    tx,
  )
  if (templateIds) return
  await sql`
    delete from templates t where t.meme_count = 0 and t.merged_into is null
      and not exists (select from meme_templates g where g.template_id = t.id)
      and not exists (select from templates o where o.merged_into = t.id)`.execute(tx)
}
