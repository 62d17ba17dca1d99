import { sql } from 'kysely'
import type { Meme } from '#contract/memes.ts'
import { hasRole } from '#contract/roles.ts'
import type { Db } from '#server/db/db.ts'
import { isLive, isVisibleTo } from '#server/db/live-memes-queries.ts'
import { prepared } from '#server/db/prepared.ts'
import { isPersonShown } from '#server/db/viewer-filter-queries.ts'
import type { Member, Viewer } from '#server/viewer.ts'
import { type CardRow, presentMeme } from './present.ts'

/**
 * Loads memes with creator, counters and viewer state: one query for all ids, whatever the list. Omits missing, removed and
 * deleted memes, and for a member those of people with a block between them; keeps the order of `ids`.
 */
export async function memeCards(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Meme[]> {
  if (ids.length === 0) return []
  const rows = viewer.kind === 'member' ? await cardsForMember(db, ids, viewer) : await cardsForVisitor(db, ids)
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

/** One meme by a statement of its own: a plan for any list is estimated too dear for it, so that it would be planned each time. */
const among = ([id, ...others]: readonly string[]) =>
  others.length === 0 ? sql`m.id = ${id}::uuid` : sql`m.id = any(${[id, ...others]}::uuid[])`

async function cardsForVisitor(db: Db, ids: readonly string[]): Promise<CardRow[]> {
  return (await sql<CardRow>`${prepared} select ${columns} ${tables} where ${among(ids)} and ${isLive()}`.execute(db))
    .rows
}

async function cardsForMember(db: Db, ids: readonly string[], viewer: Member): Promise<CardRow[]> {
  const { userId, role } = viewer
  const visible = isVisibleTo({ userId, isModerator: hasRole(role, 'moderator') })
  const found = await sql<CardRow>`${prepared}
    select ${columns}, r.kind as reaction, a.meme_id is not null as in_album, f.follower_id is not null as following_creator
    ${tables}
    left join reactions r on r.meme_id = m.id and r.user_id = ${userId}
    left join album_items a on a.meme_id = m.id and a.user_id = ${userId}
    left join follows f on f.followed_id = m.user_id and f.follower_id = ${userId}
    where ${among(ids)} and ${visible} and ${isPersonShown(viewer, 'm.user_id', 'everywhere')}`.execute(db)
  return found.rows
}

/** For the moderation desk: memes of every status, deleted ones aside, in no particular order. */
export async function deskCards(db: Db, ids: readonly string[]): Promise<Meme[]> {
  const visitor: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }
  const found =
    await sql<CardRow>`${prepared} select ${columns} ${tables} where ${among(ids)} and m.deleted_at is null`.execute(db)
  return found.rows.map((row) => presentMeme(row, visitor))
}
