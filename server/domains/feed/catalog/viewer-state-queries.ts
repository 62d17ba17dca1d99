import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { type Audience, SEEN_DAYS, SERVED_PAGES } from '../candidate-queries.ts'
import { KEY_DIGITS, keysOf } from './known-meme.ts'

/** The latest actions form the version of a viewer. More than one, since two overlapping actions may commit out of order. */
const LATEST_ACTS = 5

/** Viewer state that changes with each page and action. Memes are keyed by the end of their id. */
export interface ViewerState {
  /** Shown in this visit. */
  shown: Float64Array
  /** Shown in this visit, or seen. */
  past: Set<number>
  /** Served in recent visits. */
  served: Float64Array
  /** Changes with the viewer's actions, follows and followed tags; '' if there are none. */
  version: string
  /** Changes with the people that the viewer follows; '' if there are none. */
  follows: string
  /** Most recently followed first. */
  followedTags: string[]
  /** People that the viewer blocked or muted, and people who blocked the viewer. */
  hiddenPeople: Set<string>
  notInterested: Record<'meme' | 'user' | 'tag' | 'template', Set<string>>
}

/** Columns of a `StateRow`. */
export const stateColumns = ({ visitId, firstPageId, userId, viewerKey, since }: Audience) => sql`
      (select string_agg(right(i::text, ${KEY_DIGITS}::int), '') from feed_pages p, unnest(p.meme_ids) i
        where p.visit_id = ${visitId}::uuid or p.id = ${firstPageId}::uuid) as shown,
      (select string_agg(id::text, ' ') from (
        select id from actions where viewer_key = ${viewerKey} and at >= ${since} order by at desc limit ${LATEST_ACTS}) a) as acts,
      ${userId === null ? NO_MEMBER : memberColumns(userId)}`

/** Null columns instead of a null id: with the latter, PostgreSQL would plan the statement at each execution. */
const NO_MEMBER = sql`null as seen, null as served, null as follows, null as followed_tags, null as hidden_people, null as not_interested`

const memberColumns = (userId: string) => sql`
      (select string_agg(right(meme_id::text, ${KEY_DIGITS}::int), '') from feed_seen
        where user_id = ${userId}::uuid and seen_at > now() - make_interval(days => ${SEEN_DAYS})) as seen,
      (select string_agg(right(i::text, ${KEY_DIGITS}::int), '') from (
        select meme_ids from feed_pages where user_id = ${userId}::uuid order by created_at desc limit ${SERVED_PAGES}) p, unnest(p.meme_ids) i) as served,
      (select concat_ws(' ', following_count, (select extract(epoch from max(created_at)) from follows where follower_id = ${userId}::uuid))
        from users where id = ${userId}::uuid and following_count > 0) as follows,
      (select array_agg(tag order by created_at desc, tag) from tag_follows where user_id = ${userId}::uuid) as followed_tags,
      (select array_agg(person_id::text) from hidden_people where user_id = ${userId}::uuid) as hidden_people,
      (select array_agg(kind || ' ' || target) from not_interested where user_id = ${userId}::uuid) as not_interested`

export async function findViewerState(db: Db, audience: Audience): Promise<ViewerState> {
  const found = await sql<StateRow>`${prepared} select ${stateColumns(audience)}`.execute(db)
  const row = found.rows[0]
  return row ? toState(row) : EMPTY_STATE
}

export interface StateRow {
  shown: string | null
  seen: string | null
  served: string | null
  acts: string | null
  follows: string | null
  followed_tags: string[] | null
  hidden_people: string[] | null
  not_interested: string[] | null
}

export function toState(row: StateRow): ViewerState {
  const notInterested: ViewerState['notInterested'] = {
    meme: new Set(),
    user: new Set(),
    tag: new Set(),
    template: new Set(),
  }
  for (const one of row.not_interested ?? []) {
    const end = one.indexOf(' ')
    notInterested[one.slice(0, end) as keyof typeof notInterested].add(one.slice(end + 1))
  }
  const followedTags = row.followed_tags ?? []
  const marks = [row.acts ?? '', row.follows ?? '', ...followedTags]
  const shown = keysOf(row.shown)
  const past = new Set(shown)
  for (const key of keysOf(row.seen)) past.add(key)
  return {
    shown,
    past,
    served: keysOf(row.served),
    version: marks.some((mark) => mark !== '') ? JSON.stringify(marks) : '',
    follows: row.follows ?? '',
    followedTags,
    hiddenPeople: new Set(row.hidden_people),
    notInterested,
  }
}

/** State of a visitor at the start of a visit. */
export const EMPTY_STATE: ViewerState = toState({
  shown: null,
  seen: null,
  served: null,
  acts: null,
  follows: null,
  followed_tags: null,
  hidden_people: null,
  not_interested: null,
})
