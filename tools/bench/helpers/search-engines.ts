import { create, insertMultiple, search as searchOrama } from '@orama/orama'
import { sql } from 'kysely'
import MiniSearch from 'minisearch'
import { fold, wordsOf } from '#contract/words.ts'
import {
  alternativeWords,
  encodeAlternatives,
  type ReadWordText,
} from '#server/domains/search/indexing/ocr-alternatives.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { insertLibrary, insertVocabulary, textOf } from './library.ts'

/** The number of results that are considered. */
export const FIRST = 10

/** A meme with the words read in its picture. */
export interface Item {
  id: string
  name: string
  read: readonly ReadWordText[]
}
/** @returns ids of the results, best first */
export type Engine = (query: string) => Promise<string[]> | string[]

async function openEngines(app: TestApp, read: Item[]): Promise<Record<string, Engine>> {
  const items = read.map((item) => ({ id: item.id, name: item.name, text: textOf(item.read) }))
  const mini = new MiniSearch({ fields: ['name', 'text'], processTerm: fold })
  mini.addAll(items)
  const orama = create({ schema: { id: 'string', name: 'string', text: 'string' } as const })
  await insertMultiple(
    orama,
    items.map(({ id, name, text }) => ({ id, name: fold(name), text: fold(text) })),
  )
  return {
    Memeroom: async (query) => {
      const answer = await app.call('GET', `/vector-search/text?limit=${FIRST}&q=${encodeURIComponent(query)}`)
      return answer.body.data.map(({ _id }: { _id: string }) => _id)
    },
    MiniSearch: (query) => mini.search(query, { fuzzy: 0.2, prefix: true }).map(({ id }) => id),
    Orama: async (query) =>
      (await searchOrama(orama, { term: fold(query), tolerance: 1, limit: FIRST })).hits.map(
        ({ document }) => document.id,
      ),
    'PostgreSQL, names': async (query) => {
      const found = await sql<{ id: string }>`select id from memes
        where to_tsvector('simple', name) @@ websearch_to_tsquery('simple', ${query})
        order by ts_rank(to_tsvector('simple', name), websearch_to_tsquery('simple', ${query})) desc, id limit ${FIRST}`.execute(
        app.db,
      )
      return found.rows.map(({ id }) => id)
    },
  }
}

/** Runs each question with a separate library, so that they do not affect each other. */
export async function withLibrary(
  items: Item[],
  ask: (engines: Record<string, Engine>, app: TestApp) => Promise<void>,
): Promise<void> {
  const app = await createTestApp({}, { isMeasured: true })
  const { user } = await buildMember(app)
  await insertLibrary(
    app.db,
    user.id,
    items.map(({ id, name, read }) => ({ id, name, picture: read })),
  )
  const words = items.flatMap(({ name, read }) => [
    ...wordsOf(`${name} ${textOf(read)}`),
    ...alternativeWords(encodeAlternatives(read)),
  ])
  await insertVocabulary(app.db, new Set(words.map(fold)))
  await app.maintain()
  await ask(await openEngines(app, items), app)
  await app.stop()
}
