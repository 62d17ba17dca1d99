import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { findCandidates, findCandidatesAnd } from './candidate-queries.ts'
import { planFor, readCommonWords } from './common-words-queries.ts'
import { parseQuery } from './query.ts'
import { exactQueries } from './word-queries.ts'

const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const VISITOR = { kind: 'visitor', language: 'en', address: '', userAgent: '' } as const
const MEMES = 12

const app = await appForFile({ ocr: 'off' })
const { user } = await buildMember(app)
for (let index = 0; index < MEMES; index += 1) {
  const turns = index % 2 === 0 ? 'even' : 'odd'
  await buildMeme(app, { user, name: `common ${turns} shared${index === 3 ? ' rare' : ''}` })
}
await sql`analyze meme_texts`.execute(app.db)

const isWalked = async (...groups: string[][]) => {
  const asked = groups.map((words) => `(${words.join(' | ')})`).join(' & ')
  const found = await sql<{ walks: boolean }>`
    select newest_scan_is_cheaper('folded', ${JSON.stringify(groups)}::jsonb, ${asked}::tsquery, 10) as walks`.execute(
    app.db,
  )
  return found.rows[0]?.walks
}
const pretendSo = (many: number) =>
  sql`update pg_class set reltuples = ${many} where oid = 'meme_texts'::regclass`.execute(app.db)

const planOf = async (...groups: string[][]) => planFor(await readCommonWords(app.db), { of: 'folded', groups }, 10)

test('scans the newest memes for a common word, and never for a rare or unknown one', async () => {
  for (const [word, walks] of [
    ['common', true],
    ['rare', false],
    ['unheard', false],
  ] as const) {
    expect(await isWalked([word])).toBe(walks)
    expect(await planOf([word])).toBe(walks ? 'newest' : 'index')
  }
})

test('scans for several words only in a large library where they are common together', async () => {
  expect(await isWalked(['common'], ['shared'])).toBe(false)
  expect(await planOf(['common'], ['shared'])).toBe('index')
  await pretendSo(1_000_000)
  expect(await isWalked(['common'], ['shared'])).toBe(true)
  expect(await isWalked(['common'], ['even', 'odd'])).toBe(true)
  expect(await isWalked(['even'], ['odd'])).toBe(false)
  expect(await isWalked(['common'], ['unheard'])).toBe(false)
  expect(await planOf(['common'], ['shared'])).toBe('unknown')
  expect(await planOf(['common'], ['unheard'])).toBe('index')
})

test('each plan finds the same memes, and no hidden ones', async () => {
  const newest = await app.db.selectFrom('memes').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await changeMemes(app.db, newest.id, { status: 'removed' })
  const pretendCheaper = (walks: boolean) =>
    sql`
      create or replace function newest_scan_is_cheaper(attribute name, groups jsonb, asked tsquery, wanted integer) returns boolean
      language sql as ${sql.lit(`select ${walks}`)}`.execute(app.db)
  const found = async (plan: ReturnType<typeof planFor>, text: string) => {
    const rows = await findCandidates(app.deps, exactQueries(parseQuery(text)), ABOVE_ALL, VISITOR, [], () => plan)
    return rows.map(({ id }) => id).sort()
  }
  for (const [text, count] of [
    ['common', MEMES - 1],
    ['odd shared', MEMES / 2 - 1],
    ['rare common', 1],
  ] as const) {
    const walked = await found('newest', text)
    expect(walked).toHaveLength(count)
    expect(walked).not.toContain(newest.id)
    expect(await found('index', text)).toEqual(walked)
    for (const walks of [true, false]) {
      await pretendCheaper(walks)
      expect(await found('unknown', text)).toEqual(walked)
    }
  }
})

test.each(['index', 'newest'] as const)(
  'reads further queries only if the first ones find too few (%s)',
  async (plan) => {
    const queries = exactQueries(parseQuery('rare'))
    const find = async (below: number) => {
      const further = { queries: exactQueries(parseQuery('odd')), below }
      const found = await findCandidatesAnd(app.deps, queries, further, ABOVE_ALL, VISITOR, [], () => plan)
      return [found.rows.length, found.further?.length]
    }
    // The first query finds one of the visible memes.
    expect(await find(2)).toEqual([1, MEMES / 2 - 2])
    expect(await find(1)).toEqual([1, undefined])
  },
)
