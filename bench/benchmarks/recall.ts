// Finding memes by words read in their pictures, beside the same question to PostgreSQL's full text on names, MiniSearch and
// Orama. Arguments: how many pictures (240 by default). Run again until all pictures are read.
import { create, insertMultiple, search as searchOrama } from '@orama/orama'
import { sql } from 'kysely'
import MiniSearch from 'minisearch'
import { fold, wordsOf } from '#contract/words.ts'
import { type Caption, makeCaptions } from '#reader/samples/captions.ts'
import { random } from '#reader/samples/draw.ts'
import { readCaptions } from '#reader/samples/read-captions.ts'
import { FRESH, LOOKED_AT, UNSEEN } from '#reader/samples/tone-captions.ts'
import { newId } from '#server/db/id.ts'
import {
  alternativeWords,
  encodeAlternatives,
  type ReadWordText,
} from '#server/domains/search/indexing/ocr-alternatives.ts'
import { isStopWord } from '#server/domains/search/query/stop-words.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { buildMember } from '#test/factories.ts'
import { insertLibrary, insertVocabulary, textOf } from '../helpers/library.ts'
import { machine } from '../helpers/machine.ts'

const count = Number(process.argv[3] ?? 240)
const SECONDS_READING = 220
const FIRST = 10
/** One caption in three is in the name as well, as people name some of what they upload. */
const NAMED_EACH = 3
const QUERY_WORDS = 3

/** As often each of them is drawn, moved on by one each time, so that each is seen in every style and on other grounds. */
const TONE_ROUNDS = 6

interface Item {
  id: string
  name: string
  read: readonly ReadWordText[]
}
type Engine = (query: string) => Promise<string[]> | string[]

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

const next = random('recall')

/** Three different words of a caption without their marks, in its order. */
function threeWords(text: string): string[] {
  const words = [
    ...new Set(
      wordsOf(text)
        .filter((word) => !isStopWord(word) && word.length > 1)
        .map(fold),
    ),
  ]
  while (words.length > QUERY_WORDS) words.splice(Math.floor(next() * words.length), 1)
  return words
}

function withOneWrong(words: string[]): string[] {
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '')
  const at = Math.floor(next() * longest.length)
  const wrong = 'aeionrst'[Math.floor(next() * 8)] === longest[at] ? 'u' : 'aeionrst'[Math.floor(next() * 8)]
  return words.map((word) => (word === longest ? `${word.slice(0, at)}${wrong}${word.slice(at + 1)}` : word))
}

async function askAll(engines: Record<string, Engine>, captions: Caption[], items: Item[]): Promise<void> {
  const shares = new Map<string, number[]>()
  for (const [index, { text, language }] of captions.entries()) {
    const words = threeWords(text)
    if (words.length < QUERY_WORDS) continue
    const questions = { typed: words.join(' '), 'one letter wrong': withOneWrong(words).join(' ') }
    for (const [kind, question] of Object.entries(questions)) {
      for (const [name, engine] of Object.entries(engines)) {
        const isFound = (await engine(question)).slice(0, FIRST).includes(items[index]?.id ?? '')
        const isUnnamed = index % NAMED_EACH !== 0
        for (const which of [language, 'both', ...(isUnnamed ? ['both, unnamed ones'] : [])]) {
          const key = `${name.padEnd(18)} ${kind.padEnd(17)} ${which}`
          shares.set(key, [...(shares.get(key) ?? []), isFound ? 1 : 0])
        }
      }
    }
  }
  console.log(`found among the first ${FIRST} of ${items.length}, by ${QUERY_WORDS} words without marks`)
  for (const [key, values] of [...shares].sort()) {
    console.log(
      `  ${key.padEnd(56)} ${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)} (${values.length})`,
    )
  }
}

/** Adds to `found` by engine whether each caption is the first answer to its own words. */
async function askByTone(
  engines: Record<string, Engine>,
  texts: readonly string[],
  items: Item[],
  found: Map<string, boolean[]>,
): Promise<void> {
  for (const [name, engine] of Object.entries(engines)) {
    const firsts = found.get(name) ?? []
    for (const [index, text] of texts.entries()) {
      firsts.push((await engine(text.toLowerCase()))[0] === items[index]?.id)
    }
    found.set(name, firsts)
  }
}

function reportTones(which: string, size: number, found: Map<string, boolean[]>): void {
  const share = (list: boolean[]) => (list.filter(Boolean).length / list.length).toFixed(3)
  for (const [name, firsts] of found) {
    const rounds = Array.from({ length: TONE_ROUNDS }, (_, round) =>
      share(firsts.slice(round * size, (round + 1) * size)),
    )
    console.log(
      `exact tone first among ${size} captions that differ in tones only, ${which}: ${name.padEnd(18)} ${share(firsts)} (${firsts.length}; by round ${rounds.join(', ')})`,
    )
  }
}

/** A library of its own for each question, so that neither disturbs the other. */
async function withLibrary(items: Item[], ask: (engines: Record<string, Engine>) => Promise<void>): Promise<void> {
  const app = await createTestApp()
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
  await ask(await openEngines(app, items))
  await app.stop()
}

/** The captions in one round's order; a caption's style depends on its position. */
const inRound = (captions: readonly string[], round: number) => [...captions.slice(round), ...captions.slice(0, round)]
const roundsOf = (captions: readonly string[]) =>
  Array.from({ length: TONE_ROUNDS }, (_, round) => inRound(captions, round))

function reportWords(name: string, texts: readonly string[], items: Item[]): void {
  const right = (change: (word: string) => string) =>
    texts.flatMap((text, index) => {
      const words = new Set(wordsOf(textOf(items[index]?.read ?? [])).map(change))
      return wordsOf(text).map((word) => (words.has(change(word)) ? 1 : 0) as number)
    })
  const mean = (list: number[]) => (list.reduce((sum, value) => sum + value, 0) / list.length).toFixed(3)
  console.log(`${name}: words read ${mean(right(fold))}, with the right marks ${mean(right((word) => word))}`)
}

console.log(machine())
const captions = makeCaptions(count, 'recall')
const texts = captions.map(({ text }) => text)
const [first = [], ...further] = roundsOf(LOOKED_AT)
const unseen = roundsOf(UNSEEN)
const fresh = roundsOf(FRESH)
// What was there first keeps its position, on which a caption's style and background depend.
const read = await readCaptions(
  [...first, ...texts, ...further.flat(), ...unseen.flat(), ...fresh.flat()],
  SECONDS_READING,
)
if (read) {
  const inCaptions = texts.map((text, index): Item => {
    const name = index % NAMED_EACH === 0 ? text.toLowerCase() : `img ${index}`
    return { id: newId(), name, read: read[first.length + index] ?? [] }
  })
  reportWords('captions', texts, inCaptions)
  await withLibrary(inCaptions, (engines) => askAll(engines, captions, inCaptions))
  const withoutCaptions = [...read.slice(0, first.length), ...read.slice(first.length + texts.length)]
  await askRounds('looked at', [first, ...further], withoutCaptions)
  await askRounds('unseen', unseen, withoutCaptions.slice(TONE_ROUNDS * first.length))
  await askRounds('fresh', fresh, withoutCaptions.slice(TONE_ROUNDS * (first.length + (unseen[0]?.length ?? 0))))
}

async function askRounds(which: string, rounds: string[][], read: ReadWordText[][]): Promise<void> {
  const found = new Map<string, boolean[]>()
  for (const [round, tones] of rounds.entries()) {
    const from = round * tones.length
    const items = tones.map((_, index): Item => ({ id: newId(), name: `img ${index}`, read: read[from + index] ?? [] }))
    reportWords(`tone set ${which}, round ${round + 1}`, tones, items)
    await withLibrary(items, (engines) => askByTone(engines, tones, items, found))
  }
  reportTones(which, rounds[0]?.length ?? 0, found)
}
