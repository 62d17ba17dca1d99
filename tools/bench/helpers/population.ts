import { sql } from 'kysely'
import { newId } from '#server/platform/db/id.ts'
import type { TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { createRandom, type Random } from '#test/random.ts'

/** Parameters of a population; shares and strengths from 0 to 1. */
export interface Shape {
  kinds: number
  creatorsOfAKind: number
  /** Liking for memes outside a person's kinds. */
  indifference: number
  /** Share of memes with a tag for their kind. */
  tagged: number
  /** Probability that creators and templates stay with their kind. */
  faithful: number
}

export const SHAPE: Shape = { kinds: 10, creatorsOfAKind: 12, indifference: 0.12, tagged: 0.5, faithful: 0.8 }

const TEMPLATES = 200
/** Liking for a person's kinds. */
const STRENGTHS = [1, 0.9, 0.5]
const FAVOURITE = 0.9
const DIMENSIONS = 256
const DAY_MS = 86_400_000
const MONTHS_DAYS = 60

export interface MadeMeme {
  cluster: number
  /** Share of its target audience that likes it. */
  quality: number
  likes: number
}

export interface Person {
  token: string
  /** A separate random source per person, so that runs are reproducible although many read concurrently. */
  random: Random
  /** The probability that this person likes a meme; hidden from the product. */
  likes(meme: MadeMeme): number
  /** Returns true if a meme is of the person's favorite kinds. */
  isFavourite(meme: MadeMeme): boolean
  /** Changes the person's taste. */
  drift(): void
}

/**
 * Creates memes of several kinds, by creators who mostly stay with one kind, from templates that mostly belong to one kind. Half
 * of them (`tagged`) have a tag that states the kind.
 */
export async function fillMemes(
  app: TestApp,
  random: Random,
  count: number,
  { kinds, creatorsOfAKind, tagged, faithful }: Shape = SHAPE,
): Promise<Map<string, MadeMeme>> {
  const templatesOfAKind = Math.round(TEMPLATES / kinds)
  const creators = await fillCreators(app, kinds * creatorsOfAKind)
  const templates = Array.from({ length: kinds * templatesOfAKind }, () => unit(random))
  await sql`insert into blobs (key, bytes, mime) values ('bench', 1, 'image/webp') on conflict do nothing`.execute(
    app.db,
  )
  const memes = new Map<string, MadeMeme>()
  const rows = Array.from({ length: count }, () => {
    const cluster = random.below(kinds)
    const at = new Date(Date.now() - random.next() * MONTHS_DAYS * DAY_MS)
    const id = newId(at.getTime())
    memes.set(id, { cluster, quality: 0.1 + 0.8 * random.next() ** 2, likes: 0 })
    const of = (each: number) => (random.chance(faithful) ? cluster : random.below(kinds)) * each + random.below(each)
    return {
      id,
      at,
      creator: creators[of(creatorsOfAKind)] ?? '',
      tags: random.chance(tagged) ? [`kind${cluster}`] : [],
      vector: noisy(templates[of(templatesOfAKind)] ?? [], random),
    }
  })
  for (let start = 0; start < rows.length; start += 500) await insertMemes(app, rows.slice(start, start + 500))
  return memes
}

async function insertMemes(
  app: TestApp,
  rows: { id: string; at: Date; creator: string; tags: string[]; vector: number[] }[],
): Promise<void> {
  const picture = { blob_origin: 'bench', blob_medium: 'bench', blob_small: 'bench', width: 600, height: 600 }
  await app.db
    .insertInto('memes')
    .values(
      rows.map(({ id, at, creator, tags }) => ({
        ...picture,
        id,
        user_id: creator,
        name: `Meme ${id}`,
        tags,
        location: 'quick' as const,
        thumbhash: '',
        mime: 'image/webp',
        source_hash: id,
        created_at: at,
      })),
    )
    .execute()
  await app.db
    .insertInto('meme_stats')
    .values(rows.map(({ id }) => ({ meme_id: id })))
    .execute()
  await sql`
    insert into meme_vectors (meme_id, visual, visual_version)
    select v.id, v.visual::vector, 1 from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => `[${row.vector.join(',')}]`)}::text[]) v (id, visual)`.execute(
    app.db,
  )
}

async function fillCreators(app: TestApp, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push((await buildMember(app)).user.id)
  return ids
}

/** Creates people who like two kinds a lot, one somewhat and the others little. */
export async function fillPeople(
  app: TestApp,
  random: Random,
  count: number,
  { kinds, indifference }: Shape = SHAPE,
): Promise<Person[]> {
  const people: Person[] = []
  for (let index = 0; index < count; index += 1) {
    const { token } = await buildMember(app)
    const affinity = Array<number>(kinds).fill(indifference)
    for (const strength of STRENGTHS) affinity[random.below(kinds)] = strength
    const own = createRandom(random.below(2 ** 31))
    people.push({
      token,
      random: own,
      likes: (meme) => meme.quality * (affinity[meme.cluster] ?? 0),
      isFavourite: (meme) => (affinity[meme.cluster] ?? 0) >= FAVOURITE,
      drift() {
        affinity[affinity.indexOf(Math.max(...affinity))] = indifference
        affinity[own.below(kinds)] = 1
      },
    })
  }
  return people
}

function unit(random: Random): number[] {
  return normalised(Array.from({ length: DIMENSIONS }, () => random.normal()))
}

/** Another caption on the same picture: a cosine of about 0.88. */
function noisy(vector: number[], random: Random): number[] {
  return normalised(vector.map((value) => value + 0.034 * random.normal()))
}

function normalised(vector: number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => Math.round((value / length) * 1e5) / 1e5)
}
