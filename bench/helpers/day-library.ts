import { fold } from '#contract/words.ts'
import { makeCaptions } from '#reader/samples/captions.ts'
import { newId } from '#server/db/id.ts'
import type { UserRow } from '#server/domains/users/queries.ts'
import type { OpenedDeps } from '#server/open-deps.ts'
import { buildMember } from '#test/factories.ts'
import { createRandom } from '#test/random.ts'
import { insertLibrary, insertVocabulary, type LibraryMeme } from './library.ts'

const MEMBERS = 300
const TEMPLATES = 500
const DIMENSIONS = 256
const DAYS = 60
const DAY_MS = 86_400_000

export interface DayMember {
  user: UserRow
  token: string
  /** Ids of their memes. */
  memes: string[]
}

/** Members and their memes with words and looks, put in by SQL; nobody has done anything with them yet. */
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
  return { members, captions }
}
