import { type RawBuilder, sql } from 'kysely'
import type { Meme } from '#contract/memes/memes.ts'
import { hasRole } from '#contract/people/roles.ts'
import type { Db } from '#server/platform/db/db.ts'
import { isLive, isVisibleTo } from '#server/platform/db/live-memes-queries.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { isPersonShown } from '#server/platform/db/viewer-filter-queries.ts'
import { type Member, type Viewer, visitorIn } from '#server/platform/viewer.ts'
import { type CardRow, presentMeme } from './present.ts'

/**
 * Loads memes with creator, counters and viewer state in one query for all ids. Omits missing, removed and deleted memes and, for
 * members, memes of users with a block between them. Preserves the order of `ids`.
 */
export async function memeCards(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Meme[]> {
  if (ids.length === 0) return []
  const rows = await findCards(db, viewer, ids)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [presentMeme(row, viewer)] : []
  })
}

const columns = sql`
  m.id, m.name, m.description, m.alt_text, m.tags, m.user_id, m.location, m.status, m.blob_origin, m.blob_medium, m.blob_small,
  m.width, m.height, m.thumbhash, m.animated, m.sensitive, m.sensitive_by, m.mime, m.created_at, m.updated_at, t.picture_text, tp.id as template_id,
  s.view_count, s.like_count, s.copy_count, s.dislike_count,
  u.username, u.display_name, u.avatar_small, u.followers_count, u.following_count`

const tables = sql`
  from memes m
  join meme_stats s on s.meme_id = m.id
  left join meme_texts t on t.meme_id = m.id
  left join meme_templates mt on mt.meme_id = m.id
  left join templates tp on tp.id = mt.template_id and tp.meme_count > 1
  left join users u on u.id = m.user_id`

/**
 * Uses a separate statement for one meme. PostgreSQL estimates the generic plan for a list as too expensive for one id and would
 * plan it every time.
 */
const among = ([id, ...others]: readonly string[]) =>
  others.length === 0 ? sql`m.id = ${id}::uuid` : sql`m.id = any(${[id, ...others]}::uuid[])`

/** The viewer's state of a meme, from `viewerTables`. */
const viewerColumns = sql`r.kind as reaction, a.meme_id is not null as in_album, f.follower_id is not null as following_creator`

const viewerTables = ({ userId }: Member) => sql`
  left join reactions r on r.meme_id = m.id and r.user_id = ${userId}
  left join album_items a on a.meme_id = m.id and a.user_id = ${userId}
  left join follows f on f.followed_id = m.user_id and f.follower_id = ${userId}`

function isOpenTo(viewer: Viewer) {
  if (viewer.kind === 'visitor') return isLive()
  const visible = isVisibleTo({ userId: viewer.userId, isModerator: hasRole(viewer.role, 'moderator') })
  return sql`${visible} and ${isPersonShown(viewer, 'm.user_id', 'everywhere')}`
}

/** Returns cards in no particular order. */
async function findCards<More>(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  more = sql``,
): Promise<(CardRow & More)[]> {
  const [own, ofViewer] = viewer.kind === 'member' ? [sql`, ${viewerColumns}`, viewerTables(viewer)] : [sql``, sql``]
  const found = await sql<CardRow & More>`${prepared}
    select ${columns} ${own} ${more} ${tables} ${ofViewer} where ${among(ids)} and ${isOpenTo(viewer)}`.execute(db)
  return found.rows
}

/**
 * Version of a card: the ids (`xmin`) of the transactions that last wrote its rows, excluding its counts. Any rewrite of a row
 * changes it.
 */
const version = sql`concat_ws(' ', m.xmin, coalesce(t.xmin::text, '-'), coalesce(mt.xmin::text, '-'), coalesce(tp.xmin::text, '-'), coalesce(u.xmin::text, '-'))`

export const cardsWithVersions = (db: Db, viewer: Viewer, ids: readonly string[]) =>
  findCards<{ version: string }>(db, viewer, ids, sql`, ${version} as version`)

export type MemeCounts = Pick<CardRow, 'view_count' | 'like_count' | 'copy_count' | 'dislike_count'>
export type ViewerMarks = Pick<CardRow, 'reaction' | 'in_album' | 'following_creator'>

export interface CardVersion extends MemeCounts, ViewerMarks {
  id: string
  version: string
}

/**
 * Builds a `select` of the memes among `ids` that the viewer may see: the id, and the frequently changing parts of the card as
 * one text, because separate fields cost more than their contents. The caller may append conditions on the meme `m` and its place
 * `mt` among templates.
 * @param ids an array in SQL
 */
export function cardVersions(viewer: Viewer, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const [marks, ofViewer] =
    viewer.kind === 'member'
      ? [
          sql`concat_ws(' ', coalesce(r.kind, '-'), a.meme_id is not null, f.follower_id is not null)`,
          viewerTables(viewer),
        ]
      : [sql`'- f f'`, sql``]
  return sql`
    select m.id, concat_ws('|', m.id, ${version}, s.view_count, s.like_count, s.copy_count, s.dislike_count, ${marks}) as card
    ${tables} ${ofViewer} where m.id = any(${ids}) and ${isOpenTo(viewer)}`
}

export const CARDS_JOINED_BY = ','

/** Parses the joined `card` values of `cardVersions`. */
export function readCardVersions(joined: string | null): CardVersion[] {
  return (joined?.split(CARDS_JOINED_BY) ?? []).map((card) => {
    const [id = '', named = '', views, likes, copies, dislikes, marked = ''] = card.split('|')
    const [reaction, inAlbum, following] = marked.split(' ')
    return {
      id,
      version: named,
      view_count: Number(views),
      like_count: Number(likes),
      copy_count: Number(copies),
      dislike_count: Number(dislikes),
      reaction: reaction === 'like' || reaction === 'dislike' ? reaction : null,
      in_album: inAlbum === 't',
      following_creator: following === 't',
    }
  })
}

/** Returns the card versions of the given memes that the viewer may see, in no particular order. */
export async function findCardVersions(db: Db, viewer: Viewer, ids: readonly string[]): Promise<CardVersion[]> {
  const found = await sql<{ cards: string | null }>`${prepared}
    select string_agg(card, ${CARDS_JOINED_BY}) as cards from (${cardVersions(viewer, sql`${[...ids]}::uuid[]`)}) x`.execute(
    db,
  )
  return readCardVersions(found.rows[0]?.cards ?? null)
}

/** Returns cards for the moderation desk: memes of every status except deleted ones, in no particular order. */
export async function deskCards(db: Db, ids: readonly string[]): Promise<Meme[]> {
  const found =
    await sql<CardRow>`${prepared} select ${columns} ${tables} where ${among(ids)} and m.deleted_at is null`.execute(db)
  return found.rows.map((row) => presentMeme(row, visitorIn('en')))
}
