import { sql } from 'kysely'
import { VISUAL_VERSION } from '#server/domains/search/likeness/descriptor/visual.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { faceFirst, offeredMemes } from './queries.ts'

/** Number of most liked memes to average; other captions cancel each other out. */
const AVERAGED_MEMES = 9

export interface GroupRow {
  id: string
  name: string | null
  known_id: string | null
  /** The mean of the visual descriptors of its memes. */
  vector: number[] | null
}

/** Returns templates that were not compared with these packs, in id order. */
export async function findUnrecognized(db: Db, version: string, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from templates
    where merged_into is null and meme_count > 0 and known_checked is distinct from ${version} order by id limit ${limit}`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

export async function findGroups(db: Db, viewer: Viewer, ids: readonly string[]): Promise<GroupRow[]> {
  const found = await sql<Omit<GroupRow, 'vector'> & { vector: string | null }>`
    select t.id, t.name, t.known_id, (
      select avg(best.visual)::text from (
        select v.visual from meme_templates g join ${offeredMemes(viewer)} on m.id = g.meme_id
          join meme_stats s on s.meme_id = m.id join meme_vectors v on v.meme_id = m.id
        where g.template_id = t.id and v.visual is not null and v.visual_version = ${VISUAL_VERSION}
        order by ${faceFirst} limit ${AVERAGED_MEMES}
      ) best
    ) as vector
    from templates t where t.id = any(${[...ids]}::uuid[])`.execute(db)
  return found.rows.map((row) => ({
    ...row,
    vector: row.vector === null ? null : (JSON.parse(row.vector) as number[]),
  }))
}

export async function saveRecognized(
  tx: Tx,
  groups: readonly { id: string; knownId: string | null }[],
  version: string,
): Promise<void> {
  await sql`
    update templates t set known_id = n.known_id, known_checked = ${version}
    from unnest(${groups.map(({ id }) => id)}::uuid[], ${groups.map(({ knownId }) => knownId)}::text[]) n (id, known_id)
    where t.id = n.id`.execute(tx)
}

/** Has the template of a meme compared again, since the meme's name or tags changed. */
export async function forgetRecognition(tx: Tx, memeId: string): Promise<void> {
  await sql`
    update templates set known_checked = null
    where known_checked is not null and id = (select g.template_id from meme_templates g where g.meme_id = ${memeId})`.execute(
    tx,
  )
}
