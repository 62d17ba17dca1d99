import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible } from '../memes/lists/scopes.ts'
import type { ReadWordText } from './indexing/ocr-alternatives.ts'
import { quoteLexeme } from './query/lexeme.ts'

/** A meme's tags and folded text. */
export interface MemeWords {
  tags: string[]
  folded: string
}

/**
 * Returns the newest memes that share a tag and the newest that share a folded word. For tags with a full list of best memes, it
 * uses that list instead, because finding the newest reads every meme of the tag. Tags and words are inlined in the statement so
 * that the planner sees how common they are: it meets common ones within a few memes and finds rare ones by the index. Reads the
 * candidates one by one: the planner would prefer to scan all memes.
 */
export async function findSharing(
  db: Db,
  viewer: Viewer,
  { tags, fullTags, words }: { tags: string[]; fullTags: string[]; words: string[] },
  limit: number,
): Promise<(MemeWords & { id: string })[]> {
  const others = tags.filter((tag) => !fullTags.includes(tag))
  const found = await sql<MemeWords & { id: string }>`
    with candidates as (
      (select m.id from memes m where m.tags && ${others}::text[] order by m.id desc limit ${limit})
      union
      (select b.meme_id from top_memes_by_tag b where b.tag = any(${fullTags}::text[]) order by b.rank limit ${limit})
      union
      (select t.meme_id from meme_texts t where t.folded @@ ${words.map(quoteLexeme).join(' | ')}::tsquery
        order by t.meme_id desc limit ${limit})
    )
    select c.id, x.tags, x.folded from candidates c cross join lateral (
      select m.tags, t.folded_text as folded from memes m join meme_texts t on t.meme_id = m.id
      where m.id = c.id and ${isVisible(viewer, 'offered')} offset 0
    ) x`.execute(db)
  return found.rows
}

/** A place in a picture. Its text is empty if a person removed the word. */
export interface PictureWord extends ReadWordText {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Selects, in one row, the words read in pictures by the id of the meme, with their boxes as fractions of the picture.
 * @param other adds the columns of this select, which also has one row
 */
export const selectPictureWordsAnd = <Other>(
  ids: readonly string[],
  other: RawBuilder<Other> | undefined,
): RawBuilder<{ words: Record<string, PictureWord[]> | null } & Other> => sql`
  select * from (select json_object_agg(meme_id, picture_words) as words from meme_texts
    where meme_id = any(${arrayOf(ids, 'uuid')}::uuid[])) w ${other ? sql`, (${other}) o` : sql``}`

export interface PictureToRead {
  medium: string
  small: string
  readVersion: number
  visualVersion: number
  /** The captions that the creator typed; null if unknown. */
  typedWords: { text: string }[] | null
}

/** Returns a live meme with the versions of its picture data; a version is 0 if the data is missing. */
export async function findPictureToRead(
  db: Db,
  memeId: string,
  { lock = false } = {},
): Promise<PictureToRead | undefined> {
  const found = await sql<PictureToRead>`
    select m.blob_medium as medium, m.blob_small as small, coalesce(t.read_version, 0) as "readVersion",
      coalesce(v.visual_version, 0) as "visualVersion", t.typed_words as "typedWords"
    from memes m left join meme_texts t on t.meme_id = m.id left join meme_vectors v on v.meme_id = m.id
    where m.id = ${memeId} and m.deleted_at is null ${lock ? sql`for key share of m` : sql``}`.execute(db)
  return found.rows[0]
}

const stale = (versions: { read: number; visual: number }) => sql`
  from memes m left join meme_texts t on t.meme_id = m.id left join meme_vectors v on v.meme_id = m.id
  where m.deleted_at is null and (coalesce(t.exact_text, '') = '' or coalesce(t.read_version, 0) < ${versions.read}
    or coalesce(v.visual_version, 0) < ${versions.visual})`

/** Returns the number of memes that need reindexing. */
export async function countStale(db: Db, versions: { read: number; visual: number }): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count ${stale(versions)}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Returns the next memes to reindex, newest first, because users mostly look at new ones. */
export async function findStale(
  db: Db,
  versions: { read: number; visual: number },
  before: string,
  limit: number,
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select m.id ${stale(versions)} and m.id < ${before}::uuid order by m.id desc limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

const NAMED_MAX = 200

/** Returns the newest live memes with these words in their name or tags; the last word may be incomplete. */
export async function findNamedLike(
  db: Db,
  viewer: Viewer,
  words: string[],
): Promise<{ name: string; tags: string[] }[]> {
  const query = words.map((word, index) => (index === words.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ')
  const found = await sql<{ name: string; tags: string[] }>`
    with named as materialized (
      select meme_id from meme_texts where named @@ ${query}::tsquery order by meme_id desc limit ${NAMED_MAX}
    )
    select m.name, m.tags from named n join memes m on m.id = n.meme_id
    where ${isVisible(viewer, 'offered')} order by m.id desc`.execute(db)
  return found.rows
}

/** Returns the main tags of aliases that begin with a folded text, if lists may show the viewer a meme with the tag. */
export async function findTagsOfAliases(db: Db, viewer: Viewer, beginning: string, limit: number): Promise<string[]> {
  const found = await sql<{ tag: string }>`${prepared}
    select distinct a.tag from tag_aliases a where starts_with(a.folded, ${beginning}) and exists (
      select from memes m where m.tags @> array[a.tag] and ${isVisible(viewer, 'offered')})
    order by a.tag limit ${limit}`.execute(db)
  return found.rows.map(({ tag }) => tag)
}
