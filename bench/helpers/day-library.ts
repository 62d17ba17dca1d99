import { sql } from 'kysely'
import { fold } from '#contract/words.ts'
import { makeCaptions } from '#reader/samples/captions.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import { relateByTaste } from '#server/domains/feed/relate-memes.ts'
import type { UserRow } from '#server/domains/users/queries.ts'
import type { OpenedDeps } from '#server/open-deps.ts'
import { buildMember } from '#test/factories.ts'
import { createRandom, type Random } from '#test/random.ts'
import { insertLibrary, insertVocabulary, type LibraryMeme } from './library.ts'

const MEMBERS = 300
const TEMPLATES = 500
const DIMENSIONS = 256
const DAYS = 60
const DAY_MS = 86_400_000
/** What each member has done before the day begins: as much as the feed, similar memes and a page of own lists read. */
const HISTORY = { like: 60, view: 250, copy: 30, 'add-to-album': 30 } as const

export interface DayMember {
  user: UserRow
  token: string
  /** Ids of their memes. */
  memes: string[]
}

/** Members and their memes with words, visual descriptors and two months of actions, put in by SQL. */
export async function fillDay(
  { deps, engine }: Pick<OpenedDeps, 'deps' | 'engine'>,
  count: number,
): Promise<{ members: DayMember[]; captions: string[] }> {
  const random = createRandom(11)
  const captions = makeCaptions(count, 'day').map(({ text }) => text.toLowerCase())
  const templates = Array.from({ length: TEMPLATES }, () => Array.from({ length: DIMENSIONS }, () => random.normal()))
  // A graph is made from all rows much quicker than row by row.
  await engine.executeSql('drop index meme_vectors_visual')
  const members: DayMember[] = []
  const each = Math.ceil(count / MEMBERS)
  for (let index = 0; index < MEMBERS; index += 1) {
    const { user, token } = await buildMember({ db: deps.db, deps })
    const memes = captions.slice(index * each, (index + 1) * each).map((caption): LibraryMeme => {
      const template = random.pick(templates)
      return {
        id: newId(Date.now() - random.next() * DAYS * DAY_MS),
        name: caption.split(' ').slice(0, 4).join(' '),
        picture: caption.split(' ').map((text) => ({ text })),
        vector: template.map((value) => Math.round((value + 0.3 * random.normal()) * 1000) / 1000),
      }
    })
    await insertLibrary(deps.db, user.id, memes)
    members.push({ user, token, memes: memes.map(({ id }) => id) })
  }
  await engine.executeSql(
    `update memes set created_at = to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`,
  )
  await engine.executeSql('create index meme_vectors_visual on meme_vectors using hnsw (visual vector_cosine_ops)')
  await insertVocabulary(deps.db, new Set(captions.flatMap((text) => fold(text).split(' '))))
  const all = members.flatMap(({ memes }) => memes)
  for (const { user } of members) await insertHistory(deps.db, user.id, all, random)
  await sumHistory(deps.db)
  await relateByTaste(deps, new Date(0))
  return { members, captions }
}

/** One member's actions before the day: a few memes have most of them. Times are random within two months. */
async function insertHistory(db: Db, userId: string, memes: string[], random: Random): Promise<void> {
  for (const [action, count] of Object.entries(HISTORY)) {
    const chosen = new Set(
      Array.from({ length: count }, () => memes[Math.floor(memes.length * random.next() ** 3)] ?? ''),
    )
    const times = [...chosen].map(() => Date.now() - random.next() * DAYS * DAY_MS)
    const ids = times.map((time) => newId(time))
    const rows = sql`unnest(${ids}::uuid[], ${[...chosen]}::uuid[], ${times.map((time) => new Date(time))}::timestamptz[]) h (id, meme_id, at)`
    await sql`insert into actions (id, at, meme_id, user_id, viewer_key, action, delta)
      select id, at, meme_id, ${userId}::uuid, ${userId}, ${action}, 1 from ${rows}`.execute(db)
    if (action === 'like')
      await sql`insert into reactions (user_id, meme_id, kind, created_at) select ${userId}::uuid, meme_id, 'like', at from ${rows}`.execute(
        db,
      )
    else if (action === 'add-to-album')
      await sql`insert into album_items (user_id, meme_id, added_at) select ${userId}::uuid, meme_id, at from ${rows}`.execute(
        db,
      )
    else
      await sql`insert into action_windows (viewer_key, meme_id, action, counted_at) select ${userId}, meme_id, ${action}, at from ${rows}`.execute(
        db,
      )
    await sql`insert into meme_uses (user_id, meme_id, log_point)
      select ${userId}::uuid, meme_id, ${random.next()} from ${rows} on conflict do nothing`.execute(db)
  }
}

async function sumHistory(db: Db): Promise<void> {
  await sql`update meme_stats s set view_count = a.views, like_count = a.likes, copy_count = a.copies from (
      select meme_id, count(*) filter (where action = 'view') as views, count(*) filter (where action = 'like') as likes,
        count(*) filter (where action = 'copy') as copies from actions group by meme_id
    ) a where a.meme_id = s.meme_id`.execute(db)
  await sql`insert into meme_hours (meme_id, hour, views, likes, copies)
    select meme_id, date_trunc('hour', at), count(*) filter (where action = 'view'), count(*) filter (where action = 'like'),
      count(*) filter (where action = 'copy') from actions group by 1, 2`.execute(db)
}
