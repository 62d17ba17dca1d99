import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { isLive, isNotSensitive } from '../../memes/lists/states.ts'
import { BACKWARD_MAX, FOLLOWED, SEEN_DAYS, SOURCE_LIMITS } from '../candidate-queries.ts'
import { type KnownMeme, type KnownMemeRow, keyOf, toKnownMeme } from './known-meme.ts'
import { joinKnownMeme, knownMemeColumns } from './known-meme-queries.ts'

/** Newest memes read per creator. Pages take the first few that their viewer has not seen. */
const NEWEST_MAX = 40
/** Newest memes of the site, from which the newest of each tag are taken. */
const RECENT_MAX = 3000
/** `taste` and `similar`: a meme's neighbors and lookalikes; `best`: a tag's best memes; `creator`: a creator's newest. */
export type Source = 'taste' | 'similar' | 'best' | 'creator'

/** The memes that a source returns. */
export interface SourceMemes {
  ids: string[]
  keys: Float64Array
  /** Relation strengths; empty for sources where only the order matters. */
  strengths: Float64Array
}

/** The lookups to make: relations of memes, lists of tags and creators, and new memes of people that a member follows. */
interface Lookups {
  memes: string[]
  tags: string[]
  creators: string[]
  follower: Follower | null
}

export interface Follower {
  userId: string
  hidesSensitive: boolean
}

interface FoundSource {
  source: Source | 'following'
  /** The meme, tag or creator looked up. */
  of: string
  found: SourceMemes
}

/**
 * Expands ids or tags, which contain no spaces, into one row each. Hides their number from the planner: PostgreSQL would
 * rate a generic plan for any length as more expensive than plans for short lists, and replan on each call, which costs more than
 * the statement.
 */
const unnested = (values: string[]) =>
  sql`(select unnest(string_to_array(x.list, ' ')) from (select ${values.join(' ')}::text as list offset 0) x)`

/** Returns the memes of each source. All but `following` are independent of the viewer. Includes sources that return none. */
export async function findSources(db: Db, { memes, tags, creators, follower }: Lookups): Promise<FoundSource[]> {
  const found = await sql<SourceRow>`${prepared}
    select 'taste' as source, l.id as "of", r.ids, r.strengths from ${unnested(memes)} l (id), lateral (
      select string_agg(id::text, ' ') as ids, string_agg(worth::text, ' ') as strengths from (
        select neighbour_id as id, weight as worth from meme_neighbours where meme_id = l.id::uuid
        union all (select meme_id, weight from meme_neighbours where neighbour_id = l.id::uuid order by weight desc limit ${sql.lit(BACKWARD_MAX)})) x) r
    union all
    select 'similar', l.id, r.ids, r.strengths from ${unnested(memes)} l (id), lateral (
      select string_agg(id::text, ' ') as ids, string_agg(worth::text, ' ') as strengths from (
        select other_id as id, likeness as worth from similar_memes where meme_id = l.id::uuid
        union all (select meme_id, likeness from similar_memes where other_id = l.id::uuid order by likeness desc limit ${sql.lit(BACKWARD_MAX)})) x) r
    union all
    select 'best', g.tag, r.ids, null from ${unnested(tags)} g (tag), lateral (
      select string_agg(meme_id::text, ' ' order by rank) as ids from top_memes_by_tag where tag = g.tag) r
    union all
    select 'creator', c.id, r.ids, null from ${unnested(creators)} c (id), lateral (
      select string_agg(id::text, ' ' order by created_at desc, id desc) as ids from (
        select m.id, m.created_at from memes m where m.user_id = c.id::uuid and ${isLive()}
        order by m.created_at desc, m.id desc limit ${sql.lit(NEWEST_MAX)}) x) r
    union all
    select 'following', '', string_agg(y.id::text, ' ' order by y.created_at desc, y.id desc), null from (
      select x.id, x.created_at from (
          select followed_id from follows where follower_id = (select ${follower?.userId ?? null}::uuid) order by created_at desc limit ${sql.lit(FOLLOWED.people)}) f,
        lateral (select m.id, m.created_at from memes m where m.user_id = f.followed_id and ${isLive()}
          and (${isNotSensitive()} or not ${follower?.hidesSensitive ?? false}::boolean)
          and m.id not in (select meme_id from feed_seen
            where user_id = (select ${follower?.userId ?? null}::uuid) and seen_at > now() - make_interval(days => ${sql.lit(SEEN_DAYS)}))
          order by m.created_at desc, m.id desc limit ${sql.lit(FOLLOWED.each)}) x
      order by x.created_at desc, x.id desc limit ${sql.lit(SOURCE_LIMITS.following)}) y`.execute(db)
  return found.rows.map(({ source, of, ids, strengths }) => ({ source, of, found: toSourceMemes(ids, strengths) }))
}

interface SourceRow {
  source: FoundSource['source']
  of: string
  ids: string | null
  strengths: string | null
}

function toSourceMemes(joined: string | null, strengths: string | null): SourceMemes {
  const ids = joined?.split(' ') ?? []
  return {
    ids,
    keys: Float64Array.from(ids, keyOf),
    strengths: Float64Array.from(strengths?.split(' ') ?? [], Number),
  }
}

/**
 * Returns the newest memes of each tag among the newest of the site, newest first. Finding those of a rare tag on a large site
 * would scan thousands of memes; the tag's few best memes include them anyway.
 */
export async function findNewestByTag(db: Db): Promise<Map<string, SourceMemes>> {
  const found = await sql<{ id: string; tags: string }>`${prepared}
    select m.id, array_to_string(m.tags, ' ') as tags from memes m where ${isLive()}
    order by m.created_at desc, m.id desc limit ${sql.lit(RECENT_MAX)}`.execute(db)
  const byTag = new Map<string, string[]>()
  for (const { id, tags } of found.rows) {
    if (tags === '') continue
    for (const tag of tags.split(' ')) {
      const ids = byTag.get(tag)
      if (!ids) byTag.set(tag, [id])
      else if (ids.length < NEWEST_MAX) ids.push(id)
    }
  }
  return new Map([...byTag].map(([tag, ids]) => [tag, toSourceMemes(ids.join(' '), null)]))
}

/** Returns the live ones of the given memes, with all ranking inputs. */
export async function findKnownMemes(db: Db, ids: string[]): Promise<KnownMeme[]> {
  const found = await sql<KnownMemeRow>`${prepared}
    select ${knownMemeColumns} from (select l.id::uuid as id from ${unnested(ids)} l (id)) c, ${joinKnownMeme} where ${isLive()}`.execute(
    db,
  )
  return found.rows.map(toKnownMeme)
}
