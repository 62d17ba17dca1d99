import { sql } from 'kysely'
import { ALBUM_MEMES_MAX } from '#contract/limits.ts'
import { fold } from '#contract/words.ts'
import { makeCaptions } from '#reader/samples/captions.ts'
import { random } from '#reader/samples/draw.ts'
import { relateByTaste } from '#server/domains/feed/relate-memes.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { TestApp } from '#test/app.ts'
import { filledMemeId, filledUserId, fillSite, inBulk, memeId, userId } from './action-ledger.ts'
import { insertVocabulary, insertWordsAndVectors } from './library.ts'

const BATCH = 5000
const DIMENSIONS = 256
const FINGERPRINT_BYTES = 4096
/** Vectors of real pictures vary along a limited number of directions: this many are drawn, and noise is added. */
const LATENT = 32
const NOISE = 0.3
const ACTIONS_EACH = 10
const MEMES_OF_A_PERSON = 20
const PEOPLE_MIN = 200
const FOLLOWS_EACH = 20
const CAPTIONS_MAX = 50_000
/** Memes per template. */
const MEMES_OF_A_TEMPLATE = 10
/** Coprime to the numbers of templates and people. */
const STEP = 7919
const LETTERS = 'abcdeghiklmnopqrstuvxy'
const LIKED_SINCE_MS = 3_600_000
/** Actions of the member who is deleted at the end. */
export const BUSY_ACTIONS = 50_000

/** The plan of a site; deterministic for a number of memes. */
export interface SitePlan {
  memes: number
  people: number
  /** Captions of its memes, and rare words. */
  captions: string[]
  rare: string[]
  /** An album at its maximum size. */
  albumId: string
  /** A person followed by one in ten. */
  starId: string
  /** The person with BUSY_ACTIONS actions. */
  busyId: string
  /** The picture vector of a meme, by its number from 1. */
  vectorOf(nth: number): number[]
  /** The picture vector of a new meme: near those of one template. */
  newVector(round: number): number[]
}

export function planSite(memes: number): SitePlan {
  const people = Math.max(PEOPLE_MIN, Math.round(memes / MEMES_OF_A_PERSON))
  const next = random(`growth ${memes}`)
  const captions = makeCaptions(Math.min(memes, CAPTIONS_MAX), 'growth').map(({ text }) => text.toLowerCase())
  const rare = Array.from({ length: Math.ceil(memes / 2) }, () =>
    Array.from({ length: 5 + Math.floor(next() * 4) }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join(''),
  )
  const directions = Array.from({ length: LATENT }, () => Float32Array.from({ length: DIMENSIONS }, () => next() - 0.5))
  const templates = Array.from({ length: templatesOf(memes) }, () => {
    const vector = new Float32Array(DIMENSIONS)
    for (const direction of directions) {
      const strength = (next() - 0.5) * (12 / Math.sqrt(LATENT))
      for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] ?? 0) + strength * (direction[at] ?? 0)
    }
    return vector
  })
  const near = (template = new Float32Array(DIMENSIONS)) =>
    unit(template.map((value) => value + (next() - 0.5) * NOISE))
  return {
    memes,
    people,
    captions,
    rare,
    albumId: filledUserId(0),
    starId: filledUserId(1),
    busyId: filledUserId(people),
    vectorOf: (nth) => near(templates[(nth * STEP) % templates.length]),
    newVector: (round) => near(templates[(round * 37) % templates.length]),
  }
}

function unit(vector: Float32Array): number[] {
  const length = Math.hypot(...vector)
  return Array.from(vector, (value) => Math.round((value / length) * 1e5) / 1e5)
}

const templatesOf = (memes: number) => Math.ceil(memes / MEMES_OF_A_TEMPLATE)

/**
 * Fills a site with this many memes with words, vectors and templates, ten actions per meme, one person per twenty memes, twenty
 * follows per person, and an album; by SQL, with statistics. Everything grows with the number of memes, except the vocabulary of
 * captions.
 * @param jobsDb without the limits of a request
 * @param log called with the duration of each part
 */
export async function growSite(
  app: Pick<TestApp, 'maintain'>,
  jobsDb: Db,
  plan: SitePlan,
  log: (text: string) => void = () => {},
): Promise<void> {
  const { memes, people } = plan
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    log(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  // Prevents background jobs while requests are measured.
  await sql`delete from jobs.schedule`.execute(jobsDb)
  await timed('memes and actions', () =>
    fillSite(jobsDb, memes, memes * ACTIONS_EACH, people, { nth: people, actions: BUSY_ACTIONS }),
  )
  await timed('words and vectors', () =>
    inBulk(
      jobsDb,
      ['meme_texts', 'meme_vectors', 'search_words'],
      async (tx) => {
        await fillWordsAndVectors(tx, plan)
        const words = new Set([...plan.captions.flatMap((text) => fold(text).split(' ')), ...plan.rare, 'meme'])
        await insertVocabulary(tx, words)
      },
      ['meme_vectors_visual'],
    ),
  )
  await timed('follows, likes, templates, album', () =>
    inBulk(jobsDb, ['follows', 'reactions', 'meme_templates'], (tx) => fillRelations(tx, plan)),
  )
  await timed('index of vectors', () => indexVectors(jobsDb, memes))
  await timed('statistics', () => app.maintain())
  await timed('neighbors', () => relateByTaste({ db: jobsDb }, new Date(Date.now() - LIKED_SINCE_MS)))
}

async function fillWordsAndVectors(db: Tx, plan: SitePlan): Promise<void> {
  const { memes, captions, rare } = plan
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
          vector: plan.vectorOf(index + 1),
        }
      }),
    )
}

async function fillRelations(db: Tx, { memes, people, albumId }: SitePlan): Promise<void> {
  await fillFollows(db, people)
  await sql`insert into reactions (user_id, meme_id, kind, created_at)
    select user_id, meme_id, 'like', max(at) from actions where action = 'like' group by 1, 2`.execute(db)
  await sql`insert into meme_fingerprints (meme_id, blocks) select ${memeId}, decode(repeat('00', ${FINGERPRINT_BYTES}), 'hex')
    from generate_series(1, ${memes}::int) n`.execute(db)
  const templates = templatesOf(memes)
  await sql`insert into templates (id, meme_count) select ${userId('t')}, ${MEMES_OF_A_TEMPLATE}
    from generate_series(0, ${templates}::int - 1) t`.execute(db)
  await sql`insert into meme_templates (meme_id, template_id, visual_version)
    select ${memeId}, ${userId(`(n::bigint * ${STEP} % ${templates})`)}, 1 from generate_series(1, ${memes}::int) n`.execute(
    db,
  )
  await sql`insert into albums (id, user_id, name, visibility, position) values (${albumId}, ${filledUserId(1)}, 'Best', 'public', 1)`.execute(
    db,
  )
  await sql`insert into album_memes (album_id, meme_id, position)
    select ${albumId}, id, row_number() over ()::int from (select id from memes limit ${ALBUM_MEMES_MAX}) m`.execute(db)
}

/** Each person follows twenty others, and one in ten also follows the star; over the last sixty days. */
async function fillFollows(db: Tx, people: number): Promise<void> {
  await sql`
    insert into follows (follower_id, followed_id, created_at)
    select ${userId('a')}, ${userId('b')}, now() - random() * interval '60 days' from (
      select a, 2 + ((a::bigint * 31 + k * k * 17) % ${people - 1}::int)::int as b from generate_series(1, ${people}::int) a, generate_series(1, ${FOLLOWS_EACH}::int) k
      union select a, 1 from generate_series(10, ${people}::int, 10) a
    ) x where a <> b and b <= ${people}::int on conflict do nothing`.execute(db)
  await sql`update users u set followers_count = coalesce(f.count, 0), following_count = coalesce(g.count, 0)
    from users p left join (select followed_id as id, count(*)::int from follows group by 1) f using (id)
      left join (select follower_id as id, count(*)::int from follows group by 1) g using (id) where p.id = u.id`.execute(
    db,
  )
}

/** The whole graph must fit in memory, otherwise building takes many times as long. */
async function indexVectors(db: Db, memes: number): Promise<void> {
  const memoryMb = process.env.TEST_DATABASE_URL ? Math.max(256, Math.ceil(memes / 400)) : 128
  await db.connection().execute(async (one) => {
    await sql.raw(`set maintenance_work_mem = '${memoryMb}MB'`).execute(one)
    await sql`set statement_timeout = 0`.execute(one)
    await sql`create index meme_vectors_visual on meme_vectors using hnsw (visual vector_cosine_ops)`.execute(one)
    await sql`reset statement_timeout`.execute(one)
    await sql`reset maintenance_work_mem`.execute(one)
  })
}
