import { type RawBuilder, sql } from 'kysely'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import {
  type DetailsDeps,
  detailsEra,
  detailsVersion,
  findDetails,
  type MemeDetails,
  type MemeDetailsRow,
  unknownDetails,
} from './details.ts'
import type { VisibleMemes } from './filter.ts'

declare const HYDRATED: unique symbol

/** A meme with creator, counts and the viewer's marks. Only `hydrate` makes it, and the presenter takes nothing else. */
export interface HydratedMeme extends MemeRow {
  readonly [HYDRATED]: true
  details: MemeDetails
}

interface MemeRow {
  id: string
  version: string
  unknown_details: MemeDetailsRow | null
  user_id: string | null
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

const columns = sql`
  m.id, ${detailsVersion} as version, m.user_id, tp.id as template_id,
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

/** A larger statement around the cards. Its values must survive JSON. */
interface LargerStatement<Other> {
  /** A `with` clause. */
  before: RawBuilder<unknown>
  /** The select of the cards. */
  cards: RawBuilder<unknown>
  /** The select of another row. */
  other: RawBuilder<Other>
}

interface Hydrated<Other> {
  /** In no particular order. */
  rows: HydratedMeme[]
  /** The other row, if there is one. */
  other: Other | null
}

const CARDS_ONLY = { before: sql``, other: sql<never>`select where false` }

/**
 * Loads the visible memes.
 * @param within puts the select of the cards into a larger statement, which returns another row too
 */
export async function hydrate<Other = unknown>(
  deps: DetailsDeps,
  { viewer, ids, condition }: VisibleMemes,
  within: (cards: RawBuilder<unknown>) => LargerStatement<Other> = (cards) => ({ ...CARDS_ONLY, cards }),
): Promise<Hydrated<Other>> {
  const { marks, from } = marksOf(viewer)
  const { before, cards, other } = within(
    sql`select ${columns}, ${unknownDetails(deps, ids)} as unknown_details ${marks} ${tables} ${from} where ${condition}`,
  )
  const era = detailsEra(deps)
  // JSON values: the drivers take longer for the fields of fifty rows than PostgreSQL takes to join them.
  const found = await sql<{ rows: MemeRow[] | null; other: Other | null }>`${prepared}
    ${before} select (select json_agg(x) from (${cards}) x) as rows, (select row_to_json(x) from (${other}) x) as other`.execute(
    deps.db,
  )
  const rows = found.rows[0]?.rows ?? []
  const details = await findDetails(deps, rows, era)
  return {
    // A meme may have been deleted in the meantime.
    rows: rows.flatMap((row) => {
      const its = details.get(row.id)
      return its ? [Object.assign(row, { details: its }) as HydratedMeme] : []
    }),
    other: found.rows[0]?.other ?? null,
  }
}
