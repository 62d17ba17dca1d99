import { sql } from 'kysely'
import type { Stroke } from '#contract/templates/apply-repair.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { offeredMemes } from './queries.ts'

export interface RepairRow {
  stroke: Stroke
  ratio: number
  meme_id: string | null
  blob_medium: string | null
}

/** Returns the repairs of a template, in order, without those from memes that the viewer may not see. */
export async function findRepairs(db: Db, viewer: Viewer, templateId: string): Promise<RepairRow[]> {
  const found = await sql<RepairRow>`
    select r.stroke, r.ratio, m.id as meme_id, m.blob_medium from template_repairs r
      left join meme_templates g on g.meme_id = r.meme_id and g.template_id = r.template_id
      left join ${offeredMemes(viewer)} on m.id = g.meme_id and not m.sensitive
    where r.template_id = ${templateId} and (r.meme_id is null or m.id is not null) order by r.id`.execute(db)
  return found.rows
}

/** Returns those of these memes that belong to the template and that the viewer may see. */
export async function findRepairMemes(
  db: Db,
  viewer: Viewer,
  templateId: string,
  memeIds: string[],
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select m.id from meme_templates g join ${offeredMemes(viewer)} on m.id = g.meme_id and not m.sensitive
    where g.template_id = ${templateId} and m.id = any(${memeIds}::uuid[])`.execute(db)
  return found.rows.map(({ id }) => id)
}

export async function countRepairs(tx: Tx, templateId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('template_repairs')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteRepairs(tx: Tx, templateId: string): Promise<void> {
  await tx.deleteFrom('template_repairs').where('template_id', '=', templateId).execute()
}

export async function insertRepairs(
  tx: Tx,
  templateId: string,
  repairs: readonly { stroke: Stroke; memeId: string | undefined }[],
  ratio: number,
): Promise<void> {
  if (repairs.length === 0) return
  await tx
    .insertInto('template_repairs')
    .values(
      repairs.map(({ stroke, memeId }) => ({
        template_id: templateId,
        meme_id: memeId ?? null,
        stroke: JSON.stringify(stroke),
        ratio,
      })),
    )
    .execute()
}
