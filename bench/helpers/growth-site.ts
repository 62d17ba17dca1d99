import { sql } from 'kysely'
import { fold } from '#contract/words.ts'
import { makeCaptions } from '#reader/samples/captions.ts'
import { random } from '#reader/samples/draw.ts'
import { relateByTaste } from '#server/domains/feed/relate-memes.ts'
import type { TestApp } from '#test/app.ts'
import { filledMemeId, filledUserId, fillSite, userId } from './action-ledger.ts'
import { insertVocabulary, insertWordsAndVectors } from './library.ts'

const BATCH = 5000
const DIMENSIONS = 256
const ACTIONS_EACH = 10
const MEMES_OF_A_PERSON = 20
const PEOPLE_MIN = 200
const FOLLOWS_EACH = 20
const ALBUM_SHARE = 0.01
const ALBUM_MAX = 1000
const CAPTIONS_MAX = 50_000
/** Memes made from one picture. */
const MEMES_OF_A_TEMPLATE = 10
const LETTERS = 'abcdeghiklmnopqrstuvxy'
const LIKED_SINCE_MS = 3_600_000

export interface GrownSite {
  people: number
  /** Captions of its memes, and words that few of them have. */
  captions: string[]
  rare: string[]
  /** An album with one meme in a hundred, 1,000 at most. */
  albumId: string
  /** Whom one person in ten follows. */
  starId: string
  /** What the picture of a new meme would look like: near one that is there. */
  newVector(round: number): number[]
}

/**
 * A site of so many memes with words, vectors, ten actions each, one person for twenty memes, twenty follows each and an album; by SQL,
 * with statistics. All of it grows with the number of memes, but for the words that captions are made of.
 */
export async function growSite(app: TestApp, memes: number): Promise<GrownSite> {
  const { db } = app
  const people = Math.max(PEOPLE_MIN, Math.round(memes / MEMES_OF_A_PERSON))
  await fillSite(db, memes, memes * ACTIONS_EACH, people)
  const next = random(`growth ${memes}`)
  const captions = makeCaptions(Math.min(memes, CAPTIONS_MAX), 'growth').map(({ text }) => text.toLowerCase())
  const rare = Array.from({ length: Math.ceil(memes / 2) }, () =>
    Array.from({ length: 5 + Math.floor(next() * 4) }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join(''),
  )
  const templates = Array.from({ length: Math.ceil(memes / MEMES_OF_A_TEMPLATE) }, () =>
    Array.from({ length: DIMENSIONS }, () => Math.fround(next() - 0.5)),
  )
  const near = (template: number[]) => template.map((value) => Math.round((value + (next() - 0.5) * 0.3) * 1000) / 1000)
  await sql`drop index meme_vectors_visual`.execute(db)
  for (let done = 0; done < memes; done += BATCH)
    await insertWordsAndVectors(
      db,
      Array.from({ length: Math.min(BATCH, memes - done) }, (_, at) => {
        const index = done + at
        const caption = `${captions[index % captions.length]} ${rare[index % rare.length]}`
        return {
          id: filledMemeId(index + 1),
          name: `Meme ${index + 1}`,
          picture: caption.split(' ').map((text) => ({ text })),
          vector: near(templates[Math.floor(next() * templates.length)] ?? []),
        }
      }),
    )
  await insertVocabulary(db, new Set([...captions.flatMap((text) => fold(text).split(' ')), ...rare, 'meme']))
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql.raw(`set maintenance_work_mem = '${process.env.TEST_DATABASE_URL ? 1024 : 128}MB'`).execute(one)
    await sql`create index meme_vectors_visual on meme_vectors using hnsw (visual vector_cosine_ops)`.execute(one)
    await fillFollows(one, people)
    await sql`insert into reactions (user_id, meme_id, kind, created_at)
      select user_id, meme_id, 'like', max(at) from actions where action = 'like' group by 1, 2`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
  const albumId = filledUserId(0)
  await sql`insert into albums (id, user_id, name, visibility, position) values (${albumId}, ${filledUserId(1)}, 'Best', 'public', 1)`.execute(
    db,
  )
  await sql`insert into album_memes (album_id, meme_id, position)
    select ${albumId}, id, row_number() over ()::int from (select id from memes limit ${Math.min(ALBUM_MAX, memes * ALBUM_SHARE)}::int) m`.execute(
    db,
  )
  await app.maintain()
  await relateByTaste(app.deps, new Date(Date.now() - LIKED_SINCE_MS))
  return {
    people,
    captions,
    rare,
    albumId,
    starId: filledUserId(1),
    newVector: (round) => near(templates[(round * 37) % templates.length] ?? []),
  }
}

/** Everybody follows twenty others, the first of them one in ten; over the last sixty days. */
async function fillFollows(db: TestApp['db'], people: number): Promise<void> {
  await sql`
    insert into follows (follower_id, followed_id, created_at)
    select ${userId('a')}, ${userId('b')}, now() - random() * interval '60 days' from (
      select a, 2 + (a * 31 + k * k * 17) % ${people - 1}::int as b from generate_series(1, ${people}::int) a, generate_series(1, ${FOLLOWS_EACH}::int) k
      union select a, 1 from generate_series(10, ${people}::int, 10) a
    ) x where a <> b and b <= ${people}::int on conflict do nothing`.execute(db)
  await sql`update users u set followers_count = (select count(*) from follows where followed_id = u.id),
    following_count = (select count(*) from follows where follower_id = u.id)`.execute(db)
}
