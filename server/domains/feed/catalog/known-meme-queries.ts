import { sql } from 'kysely'

/** Columns of a `KnownMemeRow`, selected from `joinKnownMeme`. */
export const knownMemeColumns = sql`m.id, m.user_id, m.created_at, m.language, m.tags, m.sensitive, u.tags as creator_tags, u.shares,
  s.view_count, s.like_count, s.copy_count, s.dislike_count, t.template_id`

/**
 * Joins the memes with ids in `c.id`, as `m`. `offset 0` prevents the planner from scanning whole tables for a few hundred
 * rows.
 */
export const joinKnownMeme = sql`lateral (select * from memes where id = c.id offset 0) m,
  lateral (select * from meme_stats where meme_id = c.id offset 0) s
    left join lateral (select template_id from meme_templates where meme_id = c.id offset 0) t on true
    left join lateral (select tags, shares from creator_tags where user_id = m.user_id and m.tags = '{}' offset 0) u on true`
