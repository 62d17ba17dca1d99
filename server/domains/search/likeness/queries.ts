import { type RawBuilder, sql } from 'kysely'
import { VISUAL_VERSION, type VisualDescriptor } from '#server/domains/search/likeness/descriptor/visual.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { arrayOf, prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { isVisible, isVisibleById, isVisibleToMember } from '../../memes/lists/scopes.ts'
import { commonWords, type StatisticsDeps } from '../query/common-words-queries.ts'
import { TOP_MEMES_PER_TAG } from '../rules.ts'

/** The highest possible id: no bound. */
export const NO_BOUND = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Minimum likeness of copies of one picture. Other captions on its template also exceed it; fingerprints distinguish them.
 * Measured on captioned photographs and demo pictures: nearly all darker copies are above 0.9, gray ones and crops by a tenth
 * above 0.7; of copies with an added bar, one in twenty is below.
 */
export const COPY_LIKENESS_FLOOR = 0.6
/** Maximum number of lookalikes to compare cell by cell. */
const COPIES_COMPARED = 40

/** A vector as pgvector reads it. */
export const vectorLiteral = (vector: readonly number[]) => `[${vector.join(',')}]`

export const upsertVisualDescriptor = (tx: Tx, memeId: string, look: VisualDescriptor): Promise<void> =>
  upsertVisualDescriptors(tx, [{ memeId, look }])

export async function upsertVisualDescriptors(
  tx: Tx,
  measured: { memeId: string; look: VisualDescriptor }[],
): Promise<void> {
  const ids = measured.map(({ memeId }) => memeId)
  const vectors = measured.map(({ look }) => look.vector && vectorLiteral(look.vector))
  const blocks = measured.map(({ look }) => Buffer.from(look.blocks).toString('base64'))
  await sql`${prepared}
    with vectors as (
      insert into meme_vectors (meme_id, visual, visual_version)
      select n.id, n.visual::vector, ${VISUAL_VERSION}::int from unnest(${arrayOf(ids, 'uuid')}, ${arrayOf(vectors, 'text')}) n (id, visual)
      on conflict (meme_id) do update set visual = excluded.visual, visual_version = excluded.visual_version)
    insert into meme_fingerprints (meme_id, blocks)
    select n.id, decode(n.blocks, 'base64') from unnest(${arrayOf(ids, 'uuid')}, ${arrayOf(blocks, 'text')}) n (id, blocks)
    on conflict (meme_id) do update set blocks = excluded.blocks`.execute(tx)
}

/** Returns fingerprints of the live memes nearest to a vector, nearest first, among the memes that the user may see. */
export async function findLookalikeFingerprints(
  db: Db,
  userId: string,
  vector: readonly number[],
  animated: boolean,
): Promise<{ id: string; blocks: Uint8Array; width: number; height: number }[]> {
  const found = await sql<{ id: string; blocks: Uint8Array; width: number; height: number }>`${prepared}
    select n.meme_id as id, f.blocks, m.width, m.height
    from nearest_memes(${vectorLiteral(vector)}::vector, ${NO_BOUND}::uuid, ${COPIES_COMPARED}) n
    join meme_fingerprints f on f.meme_id = n.meme_id
    join memes m on m.id = n.meme_id
    where n.likeness >= ${COPY_LIKENESS_FLOOR} and m.animated = ${animated} and ${isVisibleToMember(userId)}
    order by n.likeness desc`.execute(db)
  return found.rows
}

/** Serializes duplicate checks, since similar pictures have no common key to lock. */
export async function lockLikeness(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('copies of pictures', 0))`.execute(tx)
}

export interface Nearest {
  id: string
  likeness: number
}

interface NearestBounds {
  /** Maximum number per vector. */
  limit: number
  /** The highest id. */
  newest?: string
  /** Minimum likeness. */
  floor?: number
}

const NO_FLOOR = -1

/** Below this size, measuring every vector is faster than an index scan: 0.8 ms instead of 2.6 ms at 1,000 memes. */
const INDEXED_FROM_MEMES = 2500
/** Up to this size, the short scan of `memes_alike` missed no memes. At 200,000, a scan of 60 missed one template in 400. */
const SHORT_SCAN_MAX_MEMES = 100_000

/** `all` measures every vector, `short` scans the index once, and `long` until it finds enough. */
type Scan = 'all' | 'short' | 'long'

/** @param memes 0 if unknown, because there are no statistics yet */
function scanFor(memes: number, floor: number): Scan {
  if (memes <= 0) return 'long'
  if (memes < INDEXED_FROM_MEMES) return 'all'
  return floor > NO_FLOOR && memes <= SHORT_SCAN_MAX_MEMES ? 'short' : 'long'
}

/** Finds the live memes nearest to each of several vectors. Returns them together, nearest first. */
export const findNearestOf = (
  deps: StatisticsDeps,
  viewer: Viewer,
  vectors: readonly (readonly number[])[],
  bounds: NearestBounds,
  scan?: Scan,
): Promise<Nearest[]> =>
  findNearestIn(
    deps,
    viewer,
    sql`select one::vector as vector from unnest(${arrayOf(vectors.map(vectorLiteral), 'text')}) one`,
    bounds,
    scan,
  )

/**
 * Finds the memes nearest to each of the most common templates among some memes. Returns them together, nearest first.
 * @param sought its floor also decides which of the memes share a template
 */
export const findNearestOfTemplates = (
  deps: StatisticsDeps,
  viewer: Viewer,
  { seeds, templates, ...bounds }: { seeds: readonly string[]; templates: number } & Required<NearestBounds>,
): Promise<Nearest[]> =>
  findNearestIn(
    deps,
    viewer,
    sql`select template_vectors(${arrayOf(seeds, 'uuid')}, ${bounds.floor}::float8, ${templates}::int) as vector`,
    bounds,
  )

/**
 * @param vectors a select of `vector`
 * @param scan by default, it depends on the number of memes
 */
async function findNearestIn(
  deps: StatisticsDeps,
  viewer: Viewer,
  vectors: RawBuilder<unknown>,
  { limit, newest = NO_BOUND, floor = NO_FLOOR }: NearestBounds,
  scan?: Scan,
): Promise<Nearest[]> {
  const scans = {
    all: sql`lateral (select meme_id, 1 - (visual <=> v.vector) as likeness from meme_vectors
      where meme_id <= ${newest}::uuid and 1 - (visual <=> v.vector) >= ${floor}::float8
      order by likeness desc, meme_id desc limit ${limit})`,
    short: sql`memes_alike(v.vector, ${newest}::uuid, ${floor}::float8, ${limit})`,
    long: sql`nearest_memes(v.vector, ${newest}::uuid, ${limit})`,
  }
  const nearest = scans[scan ?? scanFor((await commonWords(deps)).memes, floor)]
  const found = await sql<Nearest>`${prepared}
    select n.meme_id as id, n.likeness
    from (${vectors} offset 0) v, ${nearest} n
    where n.likeness >= ${floor}::float8 and ${isVisibleById(viewer, 'offered', 'n.meme_id')}
    order by n.likeness desc, n.meme_id desc`.execute(deps.db)
  return found.rows
}

export interface SimilarSource {
  id: string
  vector: number[] | null
  tags: string[]
  /** Those of its tags that have a full list of best memes. */
  fullTags: string[]
  folded: string
  sourceHash: string
  blobOrigin: string
}

/** Returns a live meme with the data that similarity uses; undefined if there is none. */
export async function findSimilarSource(db: Db, viewer: Viewer, id: string): Promise<SimilarSource | undefined> {
  const found = await sql<Omit<SimilarSource, 'vector'> & { vector: string | null }>`${prepared}
    select m.id, v.visual::text as vector, m.tags, coalesce(t.folded_text, '') as folded,
      array(select b.tag from top_memes_by_tag b where b.tag = any(m.tags) and b.rank = ${TOP_MEMES_PER_TAG}) as "fullTags",
      m.source_hash as "sourceHash", m.blob_origin as "blobOrigin"
    from memes m left join meme_texts t on t.meme_id = m.id left join meme_vectors v on v.meme_id = m.id
    where m.id = ${id} and ${isVisible(viewer, 'mine')}`.execute(db)
  const row = found.rows[0]
  return row && { ...row, vector: row.vector === null ? null : (JSON.parse(row.vector) as number[]) }
}

/** Maximum number of a meme's latest likers to consider, and of latest likes per liker. */
const TASTE_LIKERS = 100
const TASTE_LIKES_EACH = 60

/** Returns memes that the latest likers of this meme also like, with the number of such likers. */
export async function findByTaste(
  db: Db,
  viewer: Viewer,
  memeId: string,
  limit: number,
): Promise<{ id: string; likers: number }[]> {
  const found = await sql<{ id: string; likers: number }>`${prepared}
    with likers as (
      select user_id from reactions where meme_id = ${memeId} and kind = 'like' order by created_at desc limit ${TASTE_LIKERS}
    )
    select r.meme_id as id, count(*)::int as likers
    from likers l, lateral (
      select meme_id from reactions where user_id = l.user_id and kind = 'like' order by created_at desc limit ${TASTE_LIKES_EACH}
    ) r join memes m on m.id = r.meme_id
    where r.meme_id <> ${memeId} and ${isVisible(viewer, 'offered')}
    group by r.meme_id order by likers desc, r.meme_id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Returns the source and stored-file digests of pictures. Pictures that share a digest are identical files. */
export async function findPictureKeys(db: Db, ids: string[]): Promise<Map<string, string[]>> {
  const found = await sql<{ id: string; source_hash: string; blob_origin: string }>`${prepared}
    select id, source_hash, blob_origin from memes where id = any(${ids}::uuid[])`.execute(db)
  return new Map(found.rows.map((row) => [row.id, [row.source_hash, row.blob_origin]]))
}
