import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import { exactForm, fold, SPELLING_FLOOR, WEIGHTS } from './rules.ts'

export interface SearchableTexts {
  name: string
  description: string
  tags: string[]
}

/** Writes what a meme can be found by; words read in the picture, if any, are kept. */
export async function upsertMemeTexts(tx: Tx, memeId: string, texts: SearchableTexts): Promise<void> {
  const whole = `${texts.name} ${texts.description} ${texts.tags.join(' ')}`
  await sql`
    insert into meme_texts (meme_id, exact, folded, folded_text)
    values (${memeId}, to_tsvector('simple', ${exactForm(whole)}),
      to_tsvector('simple', ${fold(whole)}) || to_tsvector('english', ${fold(whole)}), ${fold(whole)})
    on conflict (meme_id) do update set exact = excluded.exact, folded = excluded.folded, folded_text = excluded.folded_text`.execute(
    tx,
  )
}

export interface FoundRow {
  id: string
  score: number
  in_name: boolean
  in_description: boolean
  in_tags: boolean
}

export interface Keyset {
  lastScore: number
  lastId: string
}

/** Memes by words: all of them, some of them, or misspelt; best first, ids break ties. */
export async function findByWords(
  db: Db,
  words: string[],
  limit: number,
  after: Keyset | undefined,
): Promise<FoundRow[]> {
  const folded = words.map(fold)
  const exactAll = words.map((word) => `'${word}':*`).join(' & ')
  const foldedAll = folded.map((word) => `'${word}':*`).join(' & ')
  const foldedAny = folded.map((word) => `'${word}':*`).join(' | ')
  const phrase = folded.join(' ')
  const found = await sql<FoundRow>`
    with candidates as (
      select t.meme_id from meme_texts t where t.folded @@ to_tsquery('simple', ${foldedAny})
      union
      select t.meme_id from meme_texts t where ${phrase} <% t.folded_text and word_similarity(${phrase}, t.folded_text) >= ${SPELLING_FLOOR}
    ), scored as (
      select m.id, m.name, m.description, m.tags,
        round((case when t.folded @@ to_tsquery('simple', ${foldedAll}) then ${WEIGHTS.allWords}::float8 else 0 end
          + case when t.exact @@ to_tsquery('simple', ${exactAll}) then ${WEIGHTS.allExact}::float8 else 0 end
          + ${WEIGHTS.someWords}::float8 * (select count(*) from unnest(${folded}::text[]) w where t.folded @@ to_tsquery('simple', '''' || w || ''':*')) / ${folded.length}::float8
          + ${WEIGHTS.spelling}::float8 * word_similarity(${phrase}, t.folded_text)
          + ts_rank(t.folded, to_tsquery('simple', ${foldedAny})))::numeric, 6)::float8 as score
      from candidates c join meme_texts t on t.meme_id = c.meme_id join memes m on m.id = c.meme_id
      where m.status = 'ready' and m.deleted_at is null
    )
    select id, score,
      exists (select from unnest(${words}::text[]) w where lower(name) like '%' || w || '%') as in_name,
      exists (select from unnest(${words}::text[]) w where lower(description) like '%' || w || '%') as in_description,
      tags && ${words}::text[] as in_tags
    from scored
    where ${after ? sql`(score, id) < (${after.lastScore}::float8, ${after.lastId}::uuid)` : sql`true`}
    order by score desc, id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Memes near another by shared tags and words, the newest of equals first. */
export async function findSimilarByWords(
  db: Db,
  memeId: string,
  limit: number,
): Promise<{ id: string; score: number }[]> {
  const found = await sql<{ id: string; score: number }>`
    with source as (select m.tags, t.folded_text from memes m join meme_texts t on t.meme_id = m.id where m.id = ${memeId})
    select m.id, (cardinality(array(select unnest(m.tags) intersect select unnest(s.tags)))
        + similarity(t.folded_text, s.folded_text))::float8 as score
    from source s, memes m join meme_texts t on t.meme_id = m.id
    where m.id <> ${memeId} and m.status = 'ready' and m.deleted_at is null
    order by score desc, m.created_at desc, m.id desc limit ${limit}`.execute(db)
  return found.rows
}

export async function memeExists(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('memes')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
