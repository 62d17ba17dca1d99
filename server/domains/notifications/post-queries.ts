import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { liveMemes } from '../memes/lists/visible-memes.ts'
import { NOTIFICATIONS_CHANNEL } from './queries.ts'

export interface PostedMeme {
  id: string
  creatorId: string
  sensitive: boolean
  createdAt: Date
}

/** Returns a public meme with its creator. */
export async function findPostedMeme(db: Db, id: string): Promise<PostedMeme | undefined> {
  const found = await sql<PostedMeme>`
    select m.id, m.user_id as "creatorId", m.sensitive, m.created_at as "createdAt" from ${liveMemes}
    where m.id = ${id} and m.user_id is not null`.execute(db)
  return found.rows[0]
}

/** Returns the next followers with notifications of new memes turned on, by id. */
export async function findSubscribers(
  db: Db,
  meme: PostedMeme,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select u.id from follows f join users u on u.id = f.follower_id
    where f.followed_id = ${meme.creatorId} and not ('post' = any(u.notifications_off)) and u.suspended_at is null
      and not exists (select from hidden_people h where h.user_id = u.id and h.person_id = ${meme.creatorId})
      ${meme.sensitive ? sql`and u.sensitive_content <> 'hide'` : sql``}
      ${after ? sql`and u.id > ${after}` : sql``}
    order by u.id limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}

/**
 * Inserts or updates one row per subscriber and creator while it is unread: the number of memes, and the times of the first and
 * the last one, from which subscribers get the memes that they may still see. The same meme counts once.
 */
export async function insertPosts(tx: Tx, meme: PostedMeme, subscribers: string[]): Promise<void> {
  const ids = subscribers.map(() => newId())
  const time = meme.createdAt.toISOString()
  const detail = JSON.stringify({ count: 1, since: time, until: time })
  await sql`
    with made as (
      insert into notifications (id, user_id, kind, gather_key, meme_id, detail)
      select r.id, r.user_id, 'post', ${`post ${meme.creatorId}`}, ${meme.id}::uuid, ${detail}::jsonb
      from unnest(${ids}::uuid[], ${subscribers}::uuid[]) r (id, user_id)
      where not exists (select from notifications n where n.user_id = r.user_id and n.gather_key = ${`post ${meme.creatorId}`}
        and n.meme_id = ${meme.id}::uuid)
      on conflict (user_id, gather_key) where read_at is null do update
        set updated_at = clock_timestamp(), meme_id = excluded.meme_id,
          detail = jsonb_build_object('count', coalesce((notifications.detail ->> 'count')::int, 1) + 1,
            'since', least(notifications.detail ->> 'since', excluded.detail ->> 'since'),
            'until', greatest(notifications.detail ->> 'until', excluded.detail ->> 'until'))
      returning id, user_id
    ), named as (
      insert into notification_people (notification_id, person_id) select id, ${meme.creatorId}::uuid from made
      on conflict do nothing
    )
    select pg_notify(${NOTIFICATIONS_CHANNEL}, user_id::text) from made`.execute(tx)
}
