import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible } from '../../memes/lists/scopes.ts'
import { type Nearest, vectorLiteral } from './queries.ts'

/** A model as the database stores it: its id (hexadecimal) and vector length. */
export interface KnownModel {
  id: string
  dimensions: number
}

const INDEX_PREFIX = 'meme_meanings_by_'

/** Creates a model's vector index while it is empty. Safe on concurrent starts. */
export async function createMeaningIndex(tx: Tx, { id, dimensions }: KnownModel): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('index of meanings', 0))`.execute(tx)
  const length = sql.lit(dimensions)
  await sql`
    create index if not exists ${sql.id(INDEX_PREFIX + id)} on meme_meanings
    using hnsw ((meaning::halfvec(${length})) halfvec_cosine_ops) where model = ${sql.lit(id)}`.execute(tx)
}

/** Drops the vector indexes and vectors of all other models. */
export async function dropOtherMeanings(tx: Tx, modelId: string): Promise<void> {
  await tx.deleteFrom('meme_meanings').where('model', '<>', modelId).execute()
  const others = await sql<{ name: string }>`
    select indexname as name from pg_indexes where tablename = 'meme_meanings'
    and starts_with(indexname, ${INDEX_PREFIX}) and indexname <> ${INDEX_PREFIX + modelId}`.execute(tx)
  for (const { name } of others.rows) await sql`drop index if exists ${sql.id(name)}`.execute(tx)
}

/** Returns the key of a meme's small picture, or undefined if the meme already has a vector of this model or is gone. */
export async function findPictureToEmbed(db: Db, memeId: string, modelId: string): Promise<string | undefined> {
  const found = await sql<{ small: string }>`
    select m.blob_small as small from memes m left join meme_meanings v on v.meme_id = m.id and v.model = ${modelId}
    where m.id = ${memeId} and m.deleted_at is null and v.meme_id is null`.execute(db)
  return found.rows[0]?.small
}

/** Returns the next memes without a vector of this model, by id. */
export async function findUnembedded(db: Db, modelId: string, after: string, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select m.id from memes m left join meme_meanings v on v.meme_id = m.id and v.model = ${modelId}
    where m.deleted_at is null and v.meme_id is null and m.id > ${after}::uuid order by m.id limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Stores a vector, or null for an undecodable picture. Ignores deleted memes. */
export async function upsertMeaning(tx: Tx, memeId: string, modelId: string, vector: number[] | null): Promise<void> {
  await sql`
    insert into meme_meanings (meme_id, model, meaning)
    select id, ${modelId}, ${vector && vectorLiteral(vector)}::halfvec from memes where id = ${memeId} for key share
    on conflict (meme_id) do update set model = excluded.model, meaning = excluded.meaning`.execute(tx)
}

/** Returns the live memes nearest in meaning to a vector, nearest first. Excludes ids above `newest`. */
export async function findNearestMeanings(
  db: Db,
  viewer: Viewer,
  model: KnownModel,
  vector: readonly number[],
  limit: number,
  newest: string,
): Promise<Nearest[]> {
  const found = await sql<Nearest>`
    select n.meme_id as id, n.likeness
    from nearest_meanings(${model.id}, ${vectorLiteral(vector)}, ${model.dimensions}::int, ${newest}::uuid, ${limit}::int) n
    join memes m on m.id = n.meme_id
    where n.likeness is not null and ${isVisible(viewer, 'offered')}
    order by n.likeness desc, n.meme_id desc`.execute(db)
  return found.rows
}
