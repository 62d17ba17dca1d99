import { type RawBuilder, sql } from 'kysely'
import { type Db, type Tx, withTransaction } from '#server/platform/db/db.ts'

const PEOPLE = 1000
const CHUNK = 1_000_000
/** For building indexes; sums get a quarter of it. */
const MEMORY_MB = process.env.TEST_DATABASE_URL ? 1024 : 64

const id = (number: string, kind: string) => sql.raw(`('${kind}' || lpad(to_hex(${number}), 12, '0'))::uuid`)
/** SQL for the id of the meme with number `n`; the counterpart of `filledMemeId`. */
export const memeId = id('n', '00000000-0000-7000-8000-')
/** SQL for the id of the person with the number of the expression; the counterpart of `filledUserId`. */
export const userId = (number: string) => id(number, '00000000-0000-7000-9000-')

/**
 * Fills a site with set-based SQL, without statistics (see test/maintain.ts): as many rows as requested, a few memes with most of
 * the actions, over the last 30 days.
 * @param people who uploaded the memes and act on them
 */
export async function fillSite(
  db: Db,
  memes: number,
  actions: number,
  people = PEOPLE,
  busiest?: BusyPerson,
): Promise<void> {
  await inBulk(db, ['memes', 'actions', 'meme_stats', 'meme_hours', 'user_hours'], async (tx) => {
    await fillMemes(tx, memes, people)
    await fillLedger(tx, memes, actions, sql`1 + floor(random() * ${people}::int)::int`)
    if (busiest) await fillLedger(tx, memes, busiest.actions, sql`${busiest.nth}::int`, actions)
    await sumUp(tx)
  })
}

/** One person, by number, with this many additional actions. */
export interface BusyPerson {
  nth: number
  actions: number
}

/**
 * Writes millions of rows in one transaction: without foreign key checks and triggers, and builds the indexes of these tables
 * once, after the rows. Ten million rows of the ledger take minutes instead of an hour.
 * @param left indexes that the caller builds
 */
export async function inBulk(
  db: Db,
  tables: string[],
  work: (tx: Tx) => Promise<void>,
  left: string[] = [],
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local jit = off`.execute(tx)
    await sql.raw(`set local work_mem = '${MEMORY_MB / 4}MB'`).execute(tx)
    await sql.raw(`set local maintenance_work_mem = '${MEMORY_MB}MB'`).execute(tx)
    const dropped = await dropIndexes(tx, tables)
    await work(tx)
    for (const { name, made } of dropped) if (!left.includes(name)) await sql.raw(made).execute(tx)
  })
}

/** Drops indexes, and primary keys that no other table references. Returns the SQL to recreate each. */
async function dropIndexes(tx: Tx, tables: string[]): Promise<{ name: string; made: string }[]> {
  const keys = await sql<{ name: string; of: string; made: string }>`
    select conname as name, conrelid::regclass::text as of,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as made
    from pg_constraint c where contype = 'p' and conrelid::regclass::text = any (${tables}::text[])
      and not exists (select from pg_constraint where confrelid = c.conrelid)`.execute(tx)
  const indexes = await sql<{ name: string; made: string }>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename = any (${tables}::text[]) and indexname not in (select conname from pg_constraint)`.execute(tx)
  for (const { name } of indexes.rows) await sql`drop index ${sql.table(name)}`.execute(tx)
  for (const { name, of } of keys.rows)
    await sql`alter table ${sql.table(of)} drop constraint ${sql.ref(name)}`.execute(tx)
  return [...keys.rows, ...indexes.rows]
}

/** The id of the nth meme, from 1. */
export const filledMemeId = (nth: number) => `00000000-0000-7000-8000-${nth.toString(16).padStart(12, '0')}`
/** The id of the nth person, from 1. */
export const filledUserId = (nth: number) => `00000000-0000-7000-9000-${nth.toString(16).padStart(12, '0')}`

async function fillMemes(db: Tx, memes: number, people: number): Promise<void> {
  // Each meme has its own file, since memes with the same file count as copies of each other.
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

/**
 * Inserts actions in chronological order, as a real ledger is written.
 * @param person SQL for the number of the acting person
 * @param before number of existing rows
 */
async function fillLedger(
  db: Tx,
  memes: number,
  actions: number,
  person: RawBuilder<unknown>,
  before = 0,
): Promise<void> {
  for (let done = 0; done < actions; done += CHUNK)
    await sql`
      insert into actions (id, at, meme_id, user_id, viewer_key, address_key, action, delta)
      select ${id(`(${before} + g)`, '00000000-0000-7000-a000-')}, now() - (1 - g / ${actions}::float8) * interval '30 days', ${memeId}, ${userId('u')}, (${userId('u')})::text, u::text, a, 1
      from (select g, 1 + floor(${memes}::int * power(random(), 3))::int as n, ${person} as u,
        (array['view', 'view', 'view', 'like', 'copy'])[1 + floor(random() * 5)::int] as a from generate_series(${done + 1}::int, ${Math.min(done + CHUNK, actions)}::int) g) x`.execute(
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
    from (select meme_id, date_trunc('hour', at) as hour, ${sums} from actions group by 1, 2) h order by hour`.execute(
    db,
  )
  await sql`
    insert into user_hours (user_id, hour, views, likes, copies, weight)
    select m.user_id, h.hour, sum(h.views), sum(h.likes), sum(h.copies), sum(h.weight) from meme_hours h join memes m on m.id = h.meme_id group by 1, 2 order by 2`.execute(
    db,
  )
}
