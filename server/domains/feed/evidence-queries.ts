import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Audience } from './candidate-queries.ts'
import type { Evidence } from './taste.ts'
import { type TopicsRow, topicsOf } from './topics.ts'

const ACTS_MAX = 400
const SIGNALS_MAX = 200
const PAGES_MAX = 12
const PASSED_MAX = 150
const DISLIKES_MAX = 100

/**
 * Returns the viewer's actions and skips, latest first. A skip is a meme shown above one that they acted on in the same visit
 * (Joachims 2005, "click > skip above"); whether they saw those below is unknown. Visitors have only the actions of this visit.
 */
export async function findEvidence(db: Db, audience: Audience): Promise<Evidence[]> {
  const { visitId, firstPageId, userId, viewerKey, since } = audience
  const found = await sql<EvidenceRow>`${prepared}
    with pages as materialized (
      select case when id = ${firstPageId}::uuid then ${visitId}::uuid else visit_id end as visit, page, meme_ids, created_at
      from feed_pages where visit_id = ${visitId} or id = ${firstPageId}::uuid or user_id = ${userId}::uuid
      order by created_at desc limit ${PAGES_MAX}
    ), shown as materialized (
      select visit, page * 1000 + position as position, meme_id, created_at
      from pages, unnest(meme_ids) with ordinality u (meme_id, position)
    ), acts as materialized (
      select meme_id, action, delta, at from actions
      where viewer_key = ${viewerKey} and at >= ${since}
        and (${userId !== null}::boolean or meme_id in (select meme_id from shown where visit = ${visitId}))
      order by at desc limit ${ACTS_MAX}
    ), signals as materialized (
      select meme_id, max(at) as at, sum(case action when 'like' then 1.0 * delta when 'add-to-album' then 1.0 * delta
        when 'copy' then 0.9 when 'view' then 0.2 when 'dislike' then -3.0 * delta else 0 end)::float8 as liking
      from acts group by meme_id order by at desc limit ${SIGNALS_MAX}
    ), passed as (
      select p.meme_id, max(p.created_at) as at
      from shown p join (
        select visit, max(position) as position from shown where meme_id in (select meme_id from signals) group by visit
      ) last on last.visit = p.visit and p.position < last.position
      where p.meme_id not in (select meme_id from signals) group by p.meme_id order by at desc limit ${PASSED_MAX}
    ), known as (
      select meme_id, at, liking from signals
      union all select meme_id, at, 0 from passed
      union all (select meme_id, created_at, -3 from reactions
        where user_id = ${userId} and kind = 'dislike' order by created_at desc limit ${DISLIKES_MAX})
    )
    select k.meme_id, k.liking, s.like_count + s.copy_count as approvals,
      greatest(s.view_count, s.like_count + s.copy_count + s.dislike_count) as views, m.user_id, m.tags, u.tags as creator_tags, u.shares, t.template_id
    from (select meme_id, max(at) as at, min(liking)::float8 as liking from known group by meme_id) k,
      lateral (select user_id, tags from memes where id = k.meme_id offset 0) m,
      lateral (select * from meme_stats where meme_id = k.meme_id offset 0) s
      left join lateral (select template_id from meme_templates where meme_id = k.meme_id offset 0) t on true
      left join lateral (select tags, shares from creator_tags where user_id = m.user_id and m.tags = '{}' offset 0) u on true
    order by k.at desc, k.meme_id`.execute(db)
  return found.rows.map((row) => ({
    memeId: row.meme_id,
    creatorId: row.user_id,
    templateId: row.template_id,
    topics: topicsOf(row),
    approvals: row.approvals,
    views: row.views,
    liking: row.liking,
  }))
}

interface EvidenceRow extends TopicsRow {
  meme_id: string
  user_id: string | null
  template_id: string | null
  approvals: number
  views: number
  liking: number
}
