import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/db/id.ts'
import { toFeedCatalog } from './catalog.ts'
import { CATALOG_SIZES, type CatalogRow } from './catalog-queries.ts'
import { gather } from './gather.ts'
import { type KnownMeme, keyOf, keysOf } from './known-meme.ts'

const NONE = new Float64Array()
const stateOf = (shown = NONE, seen = NONE, served = NONE) => ({ shown, past: new Set([...shown, ...seen]), served })

function knownMeme(index: number): KnownMeme {
  const id = newId(1_700_000_000_000 + index)
  const counts = { views: 0, likes: 0, copies: 0, dislikes: 0 }
  const words = { language: null, tags: [], topics: [], isSensitive: false }
  const createdAt = new Date(1_700_000_000_000 + index)
  return { id, key: keyOf(id), creatorId: null, templateId: null, createdAt, ...words, ...counts }
}

/** Builds a catalog with the most popular and oldest meme first. */
function rowsOf(count: number): CatalogRow[] {
  return Array.from({ length: count }, (_, index) => ({
    meme: knownMeme(index),
    best: index < CATALOG_SIZES.best ? index + 1 : null,
    newest: count - index <= CATALOG_SIZES.newest ? count - index : null,
    isRandom: index % 10 === 0,
  }))
}

const ask = (rows: CatalogRow[], changes: Partial<Parameters<typeof gather>[1]> = {}) =>
  gather(toFeedCatalog(rows), {
    state: stateOf(),
    actedKeys: NONE,
    personal: [],
    isOffered: () => true,
    atLeast: 54,
    seed: 'visit',
    ...changes,
  })
const keys = (rows: CatalogRow[]) => Float64Array.from(rows, ({ meme }) => meme.key)

describe('in-memory candidates', () => {
  test('are bounded by source, and ordinary ones are included only by age or chance', () => {
    const found = ask(rowsOf(3000)) ?? []
    const ordinary = found.filter((one) => one.isOrdinary)
    expect(found.length - ordinary.length).toBeGreaterThan(150)
    expect(ordinary.length).toBeGreaterThan(80)
    expect(found.length).toBeLessThanOrEqual(200 + 80 + 48)
  })

  test('exclude memes shown in this visit, seen, acted on or not offered', () => {
    const rows = rowsOf(3000)
    const [shown, seen, actedKeys, refused] = [0, 20, 40, 60].map((from) => rows.slice(from, from + 20))
    const refusedKeys = new Set(keys(refused ?? []))
    const found = ask(rows, {
      state: stateOf(keys(shown ?? []), keys(seen ?? []), keys(rows.slice(80, 90))),
      actedKeys: keys(actedKeys ?? []),
      isOffered: (meme) => !refusedKeys.has(meme.key),
    })
    const best = new Set(rows.slice(0, 80).map(({ meme }) => meme.id))
    expect(found?.filter((one) => best.has(one.id))).toEqual([])
    expect(found?.filter((one) => one.isServed).map((one) => one.id)).toEqual(
      rows.slice(80, 90).map(({ meme }) => meme.id),
    )
  })

  test('are null after the viewer has seen most of the best memes, so the database is queried', () => {
    const rows = rowsOf(3000)
    expect(ask(rows, { state: stateOf(NONE, keys(rows.slice(0, 900))) })).not.toBeNull()
    expect(ask(rows, { state: stateOf(NONE, keys(rows.slice(0, 901))) })).toBeNull()
  })

  test('of a small site include everything, with seen memes marked', () => {
    const rows = rowsOf(50)
    const state = stateOf(keys(rows.slice(0, 5)), keys(rows.slice(5, 15)))
    const found = ask(rows, { state }) ?? []
    expect(new Set(found.map((one) => one.id))).toEqual(new Set(rows.slice(5).map(({ meme }) => meme.id)))
    expect(found.filter((one) => one.isSeen).length).toBe(10)
  })

  test('have the scores of the viewer’s own sources, also when shared sources include them', () => {
    const rows = rowsOf(3000)
    const [both, own] = [rows[0]?.meme, knownMeme(9999)]
    if (!both) throw new Error('a meme')
    const worth = { taste: 2, alike: 1, isFollowed: true }
    const found = ask(rows, { personal: [both, own].map((meme) => ({ meme, ...worth })) }) ?? []
    for (const { id } of [both, own]) expect(found.filter((one) => one.id === id)).toMatchObject([worth])
  })
})

test('keysOf reads concatenated random id suffixes', () => {
  const ids = Array.from({ length: 3 }, () => newId())
  expect([...keysOf(ids.map((id) => id.slice(-12)).join(''))]).toEqual(ids.map(keyOf))
  expect(keysOf(null)).toHaveLength(0)
})
