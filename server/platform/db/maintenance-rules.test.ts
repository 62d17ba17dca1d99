import { expect, test } from 'vitest'
import {
  analyzeSlices,
  CHECK_RULES,
  graphsToRebuild,
  isAnalyzeDue,
  isCheckDue,
  isIndexCleanupDue,
  isVacuumDue,
  type SizedTable,
  SLICE_MS,
  slicesOf,
  type Thresholds,
  vacuumSlice,
} from './maintenance-rules.ts'

/** PostgreSQL's defaults. */
const by: Thresholds = {
  vacuum_threshold: 50,
  vacuum_scale_factor: 0.2,
  vacuum_max_threshold: 100_000_000,
  vacuum_insert_threshold: 1000,
  vacuum_insert_scale_factor: 0.2,
  analyze_threshold: 50,
  analyze_scale_factor: 0.1,
  freeze_max_age: 200_000_000,
}

const table = (facts: Partial<SizedTable>): SizedTable => ({
  id: 1,
  name: 'public.things',
  rows: 1000,
  countedPages: 20,
  frozenPages: 0,
  age: 1,
  hasStatistics: true,
  isUnknown: false,
  modified: 0,
  inserted: 0,
  dead: 0,
  deadEntries: 0,
  pages: 20,
  indexPages: 10,
  columns: ['id', 'kind', 'words'],
  hasIndexedExpressions: false,
  graphIndexes: [],
  ...facts,
})

test('checks a busy database more often and an idle one once a minute', () => {
  const looks = (elapsedMs: number, usedMs: number) =>
    [CHECK_RULES.log, CHECK_RULES.tables].map((rule) => isCheckDue({ elapsedMs, usedMs }, rule))
  expect(looks(999, 999)).toEqual([false, false])
  expect(looks(1000, 100)).toEqual([true, false])
  expect(looks(9999, 9999)).toEqual([true, false])
  expect(looks(10_000, 500)).toEqual([true, true])
  expect(looks(10_000, 99)).toEqual([false, false])
  expect(looks(60_000, 0)).toEqual([true, true])
})

test('a vacuum is due above 50 dead rows plus a fifth of all', () => {
  expect(isVacuumDue(table({ dead: 250 }), by)).toBe(false)
  expect(isVacuumDue(table({ dead: 251 }), by)).toBe(true)
  expect(isVacuumDue(table({ rows: -1, dead: 51 }), by)).toBe(true)
  expect(isVacuumDue(table({ rows: 10_000, dead: 501 }), { ...by, vacuum_max_threshold: 500 })).toBe(true)
  expect(isVacuumDue(table({ rows: 10_000, dead: 501 }), { ...by, vacuum_max_threshold: -1 })).toBe(false)
})

test('a vacuum is due above 1,000 inserted rows plus a fifth of the unfrozen ones', () => {
  expect(isVacuumDue(table({ inserted: 1200 }), by)).toBe(false)
  expect(isVacuumDue(table({ inserted: 1201 }), by)).toBe(true)
  expect(isVacuumDue(table({ inserted: 1101, frozenPages: 10 }), by)).toBe(true)
  expect(isVacuumDue(table({ inserted: 1_000_000 }), { ...by, vacuum_insert_threshold: -1 })).toBe(false)
})

test('a vacuum is due for uncounted rows and for old transactions', () => {
  expect(isVacuumDue(table({ isUnknown: true }), by)).toBe(true)
  expect(isVacuumDue(table({ age: 200_000_001 }), by)).toBe(true)
})

test('an analyze is due above 50 changed rows plus a tenth of all, for tables with statistics', () => {
  expect(isAnalyzeDue(table({ modified: 150 }), by)).toBe(false)
  expect(isAnalyzeDue(table({ modified: 151 }), by)).toBe(true)
  expect(isAnalyzeDue(table({ isUnknown: true }), by)).toBe(true)
  expect(isAnalyzeDue(table({ modified: 151, hasStatistics: false }), by)).toBe(false)
})

test('cleans indexes of a large table in a quiet moment, or when half of their entries are dead', () => {
  const large = { rows: 200_000, pages: 4000, countedPages: 4000, indexPages: 6000, dead: 50_000 }
  expect(vacuumSlice(table({ ...large, deadEntries: 50_000 }), by, false)?.kind).toBe('prune')
  expect(vacuumSlice(table({ ...large, deadEntries: 50_000 }), by, true)?.kind).toBe('vacuum')
  expect(vacuumSlice(table({ ...large, deadEntries: 250_000 }), by, false)?.kind).toBe('vacuum')
  expect(vacuumSlice(table({ ...large, deadEntries: 10_000 }), by, true)?.kind).toBe('prune')
  expect(vacuumSlice(table({ dead: 300 }), by, false)?.kind).toBe('vacuum')
  expect(vacuumSlice(table({}), by, true)).toBeNull()
  expect(vacuumSlice(table({ pages: 0, isUnknown: true }), by, true)).toBeNull()
})

test('leaves dead entries in a graph index, and rebuilds it when there are many', () => {
  const graph = { graphIndexes: ['public.things_by_look'], dead: 300, deadEntries: 300 }
  expect(vacuumSlice(table(graph), by, true)?.statement).toContain('index_cleanup off')
  expect(isIndexCleanupDue(table(graph), by)).toBe(true)
  expect(graphsToRebuild(table(graph), by)).toEqual(['public.things_by_look'])
  expect(graphsToRebuild(table({ ...graph, deadEntries: 200 }), by)).toEqual([])
})

test('analyzes a small table at once, and a large one a few columns at a time with a smaller sample', () => {
  expect(analyzeSlices(table({}))).toMatchObject([
    { statement: 'analyze public.things', target: 100, completes: 'at once' },
  ])
  expect(analyzeSlices(table({ pages: 0 }))).toEqual([])
  const columns = Array.from({ length: 13 }, (_, index) => `c${index}`)
  for (const rows of [20_000, 200_000, 2_000_000, 20_000_000]) {
    const pages = rows / 50
    const slices = analyzeSlices(table({ rows, pages, countedPages: pages, columns }))
    const named = slices.map(({ statement }) => /\((.*)\)$/.exec(statement)?.[1] ?? '').join(', ')
    expect(named).toBe(columns.join(', '))
    for (const { expectedMs } of slices) expect(expectedMs).toBeLessThanOrEqual(SLICE_MS)
  }
})

test('estimates the current rows of a table from its size', () => {
  const before = { rows: 1000, countedPages: 20, columns: ['a', 'b', 'c', 'd', 'e'] }
  expect(analyzeSlices(table({ ...before, pages: 20 }))).toHaveLength(1)
  expect(analyzeSlices(table({ ...before, pages: 2000 })).length).toBeGreaterThan(1)
  expect(analyzeSlices(table({ ...before, rows: -1, countedPages: 0, pages: 2000 })).length).toBeGreaterThan(1)
})

test('a sample excludes index expressions', () => {
  expect(analyzeSlices(table({ hasIndexedExpressions: true }))).toMatchObject([
    { statement: 'analyze public.things (id, kind, words)', completes: 'by columns' },
  ])
})

test('a vacuum is followed by an analyze that recounts the rows', () => {
  const kinds = (facts: Partial<SizedTable>) => slicesOf(table(facts), by, false).map(({ kind }) => kind)
  expect(kinds({ dead: 300 })).toEqual(['vacuum', 'analyze'])
  expect(kinds({ dead: 300, hasStatistics: false })).toEqual(['vacuum'])
  expect(kinds({ modified: 300 })).toEqual(['analyze'])
  expect(kinds({})).toEqual([])
  const wide = { rows: 200_000, pages: 4000, countedPages: 4000, columns: ['a', 'b', 'c'], dead: 50_000 }
  expect(kinds(wide)).toEqual(['prune', 'analyze'])
  expect(slicesOf(table(wide), by, false).some(({ completes }) => completes)).toBe(false)
  expect(kinds({ ...wide, modified: 50_000 })).toEqual(['prune', 'analyze', 'analyze', 'analyze'])
})
