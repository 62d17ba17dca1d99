import { type RawBuilder, sql } from 'kysely'
import type { SensitiveBy } from '#contract/memes/memes.ts'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { VisibleMemes } from './filter.ts'

declare const HYDRATED: unique symbol

/** A meme with creator, counts and the viewer's marks. Only `hydrate` makes it, and the presenter takes nothing else. */
export interface HydratedMeme extends MemePicture {
  readonly [HYDRATED]: true
  id: string
  name: string
  description: string
  alt_text: string
  tags: string[]
  user_id: string | null
  location: 'quick' | 'bulk'
  status: 'ready' | 'hidden' | 'removed' | 'review'
  sensitive_by: SensitiveBy | null
  created_at: Date
  updated_at: Date
  picture_text: string | null
  template_id: string | null
  view_count: number
  like_count: number
  copy_count: number
  dislike_count: number
  username: string | null
  display_name: string | null
  avatar_small: string | null
  followers_count: number | null
  following_count: number | null
  reaction?: 'like' | 'dislike' | null
  in_album?: boolean
  following_creator?: boolean
}

export interface MemePicture {
  blob_origin: string
  blob_medium: string
  blob_small: string
  width: number
  height: number
  thumbhash: string
  animated: boolean
  mime: string
}

const columns = sql`
  m.id, m.name, m.description, m.alt_text, m.tags, m.user_id, m.location, m.status, m.blob_origin, m.blob_medium, m.blob_small,
  m.width, m.height, m.thumbhash, m.animated, m.sensitive_by, m.mime, m.created_at, m.updated_at, t.picture_text, tp.id as template_id,
  s.view_count, s.like_count, s.copy_count, s.dislike_count,
  u.username, u.display_name, u.avatar_small, u.followers_count, u.following_count`

const tables = sql`
  from memes m
  join meme_stats s on s.meme_id = m.id
  left join meme_texts t on t.meme_id = m.id
  left join meme_templates mt on mt.meme_id = m.id
  left join templates tp on tp.id = mt.template_id and tp.meme_count > 1
  left join users u on u.id = m.user_id`

/** The viewer's reaction, album and follow. */
const marksOf = (viewer: Viewer) =>
  viewer.kind === 'visitor'
    ? { marks: sql``, from: sql`` }
    : {
        marks: sql`, r.kind as reaction, a.meme_id is not null as in_album, f.follower_id is not null as following_creator`,
        from: sql`
          left join reactions r on r.meme_id = m.id and r.user_id = ${viewer.userId}
          left join album_items a on a.meme_id = m.id and a.user_id = ${viewer.userId}
          left join follows f on f.followed_id = m.user_id and f.follower_id = ${viewer.userId}`,
      }

/**
 * Loads the visible memes in one statement, in no particular order.
 * @param within puts the statement into a larger one, which returns its rows with further columns
 */
export async function hydrate<More = unknown>(
  db: Db,
  { viewer, condition }: VisibleMemes,
  within: (cards: RawBuilder<unknown>) => RawBuilder<unknown> = (cards) => cards,
): Promise<(HydratedMeme & More)[]> {
  const { marks, from } = marksOf(viewer)
  const cards = sql`select ${columns} ${marks} ${tables} ${from} where ${condition}`
  const found = await sql<HydratedMeme & More>`${prepared} ${within(cards)}`.execute(db)
  return found.rows
}
