import { sql } from 'kysely'
import { type Db, type Tx, withTransaction } from '#server/db/db.ts'

const PEOPLE = 1000
const CHUNK = 100_000

const id = (number: string, kind: string) => sql.raw(`('${kind}' || lpad(to_hex(${number}), 12, '0'))::uuid`)
const memeId = id('n', '00000000-0000-7000-8000-')
/** In SQL, the id of the person whose number an expression gives: what `filledUserId` is in code. */
export const userId = (number: string) => id(number, '00000000-0000-7000-9000-')

/**
 * Everything in sets, without statistics, see test/maintain.ts: as many rows as requested, a few memes with most of the actions, over the last 30 days.
 * @param people who uploaded the memes and act on them
 */
export async function fillSite(db: Db, memes: number, actions: number, people = PEOPLE): Promise<void> {
  await withTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await fillMemes(tx, memes, people)
    await withoutIndexes(tx, 'actions', () => fillLedger(tx, memes, actions, people))
    await sumUp(tx)
  })
}

/** The id of the nth meme, from 1. */
export const filledMemeId = (nth: number) => `00000000-0000-7000-8000-${nth.toString(16).padStart(12, '0')}`
/** The id of the nth person, from 1. */
export const filledUserId = (nth: number) => `00000000-0000-7000-9000-${nth.toString(16).padStart(12, '0')}`

async function fillMemes(db: Tx, memes: number, people: number): Promise<void> {
  // Each has a file of its own: memes of one file count as copies of each other.
  await sql`insert into blobs (key, bytes, mime) select 'bench' || n, 1, 'image/webp' from generate_series(1, ${memes}::int) n`.execute(
    db,
  )
  await sql`
    insert into users (id, username, username_key, display_name, email_verified_at, created_at)
    select ${userId('n')}, 'bench' || n, 'bench' || n, 'Bench ' || n, now(), now() - interval '1 year' from generate_series(1, ${people}::int) n`.execute(
    db,
  )
  await sql`
    insert into memes (id, user_id, name, tags, location, blob_origin, blob_medium, blob_small, width, height, thumbhash, mime, source_hash, created_at)
    select ${memeId}, ${userId(`1 + n % ${people}`)}, 'Meme ' || n, array['tag' || n % 300], 'quick', 'bench' || n, 'bench' || n, 'bench' || n, 600, 600, '', 'image/webp', n::text,
      now() - random() * interval '400 days' from generate_series(1, ${memes}::int) n`.execute(db)
}

async function fillLedger(db: Tx, memes: number, actions: number, people: number): Promise<void> {
  for (let done = 0; done < actions; done += CHUNK)
    await sql`
      insert into actions (id, at, meme_id, user_id, viewer_key, address_key, action, delta)
      select gen_random_uuid(), now() - random() * interval '30 days', ${memeId}, ${userId('u')}, (${userId('u')})::text, u::text, a, 1
      from (select 1 + floor(${memes}::int * power(random(), 3))::int as n, 1 + floor(random() * ${people}::int)::int as u,
        (array['view', 'view', 'view', 'like', 'copy'])[1 + floor(random() * 5)::int] as a from generate_series(1, ${Math.min(CHUNK, actions - done)}::int)) x`.execute(
      db,
    )
}

async function sumUp(db: Tx): Promise<void> {
  const sums = sql`count(*) filter (where action = 'view')::int as views, count(*) filter (where action = 'like')::int as likes,
    count(*) filter (where action = 'copy')::int as copies`
  await sql`
    insert into meme_stats (meme_id, view_count, like_count, copy_count)
    select m.id, coalesce(views, 0), coalesce(likes, 0), coalesce(copies, 0)
    from memes m left join (select meme_id, ${sums} from actions group by 1) a on a.meme_id = m.id`.execute(db)
  await sql`
    insert into meme_hours (meme_id, hour, views, likes, copies, weight)
    select meme_id, hour, views, likes, copies, 0.1 * views + 2 * likes + 4 * copies
    from (select meme_id, date_trunc('hour', at) as hour, ${sums} from actions group by 1, 2) h`.execute(db)
  await sql`
    insert into user_hours (user_id, hour, views, likes, copies, weight)
    select m.user_id, h.hour, sum(h.views), sum(h.likes), sum(h.copies), sum(h.weight) from meme_hours h join memes m on m.id = h.meme_id group by 1, 2`.execute(
    db,
  )
}

/** Indexes are built once, behind the rows: ten million of them take minutes instead of an hour. */
async function withoutIndexes(db: Tx, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename = ${table} and indexname not in (select conname from pg_constraint)`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db)
  await work()
  for (const { made } of rows) await sql.raw(made).execute(db)
}
