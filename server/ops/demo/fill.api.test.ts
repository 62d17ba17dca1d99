import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { blockPicture, describeForBlock } from '../../domains/search/likeness/block-list.ts'
import { withTransaction } from '../../platform/db/db.ts'
import { fillDemo } from './fill.ts'
import { seedDemoIfEnabled } from './seed.ts'
import { readProgress } from './seed-queries.ts'

const app = await appForFile()

const namesOfMemes = async () => {
  const rows = await app.db.selectFrom('memes').select('name').execute()
  return rows.map((row) => row.name)
}
const count = async () => (await namesOfMemes()).length

test('two simultaneous fills store each meme once', async () => {
  const stopAfterOne = () => {
    let asked = 0
    // The first check comes before the people are stored.
    return () => ++asked > 2
  }
  const complete = [fillDemo(app.deps, stopAfterOne()), fillDemo(app.deps, stopAfterOne())]
  expect(await Promise.all(complete)).toEqual([false, false])
  const names = await namesOfMemes()
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBe(names.length)
  // Demo users cannot sign in.
  const people = await app.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('is_demo', '=', true)
    .execute()
  expect(people.length).toBeGreaterThan(0)
  expect(people.filter(({ email, password_hash }) => email !== null || password_hash !== null)).toEqual([])
})

test('removing the demo stops a running fill and leaves nothing', async () => {
  const before = await count()
  let removed: Promise<{ code: number }> | undefined
  // Wait until some memes are stored and files of others are in progress.
  const put: typeof app.deps.blobs.put = async (...file) => {
    if ((await count()) >= before) removed ??= operate(app.deps, 'demo', 'remove')
    await removed
    return app.deps.blobs.put(...file)
  }
  expect(await fillDemo({ ...app.deps, blobs: { ...app.deps.blobs, put } }, () => false)).toBe(false)
  expect((await removed)?.code).toBe(0)
  const people = await app.db.selectFrom('users').select('id').where('is_demo', '=', true).execute()
  const remaining = await app.db.selectFrom('blobs').select('key').where('pending_until', 'is', null).execute()
  expect([before > 0, people, await count(), remaining]).toEqual([true, [], 0, []])
})

test('filling the demo again omits blocked pictures, and its counters match', async () => {
  const complete = async () => expect((await operate(app.deps, 'demo', 'fill')).code).toBe(0)
  await complete()
  const all = await namesOfMemes()
  const taken = await app.db.selectFrom('memes').selectAll().orderBy('id').executeTakeFirstOrThrow()
  const described = await describeForBlock(app.deps, taken.blob_small)
  await withTransaction(app.db, (tx) => blockPicture(tx, taken, described))
  expect((await operate(app.deps, 'demo', 'remove')).code).toBe(0)
  await complete()
  expect(await namesOfMemes()).not.toContain(taken.name)

  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from memes) as memes, (select sum(memes_count)::int from users) as "ofPeople",
      (select count(*)::int from meme_texts where folded_text <> '') as texts,
      (select count(*)::int from meme_fingerprints) as fingerprints,
      (select count(*)::int from actions where action = 'view') as views,
      (select sum(view_count)::int from meme_stats) as "ofStats", (select sum(views)::int from meme_hours) as "ofHours",
      (select sum(views)::int from user_hours) as "ofCreators",
      (select count(*)::int from follows) as follows, (select sum(followers_count)::int from users) as followers,
      (select sum(following_count)::int from users) as following`.execute(app.db)
  const found = rows[0] ?? {}
  expect(found.memes).toBeLessThan(all.length)
  expect([found.ofPeople, found.texts, found.fingerprints]).toEqual([found.memes, found.memes, found.memes])
  expect(found.views).toBeGreaterThan(0)
  expect([found.ofStats, found.ofHours, found.ofCreators]).toEqual([found.views, found.views, found.views])
  expect([found.followers, found.following]).toEqual([found.follows, found.follows])
})

test('a removed demo returns only with DEMO or after an operator’s fill', async () => {
  const startWith = (demo: 'auto' | 'true') =>
    seedDemoIfEnabled({ ...app.deps, config: { ...app.deps.config, databaseUrl: undefined, demo } }, () => true)
  expect((await operate(app.deps, 'demo', 'remove')).code).toBe(0)
  await startWith('auto')
  expect(await readProgress(app.db)).toBeNull()
  await startWith('true')
  expect(await readProgress(app.db)).toBe(0)

  expect((await operate(app.deps, 'demo', 'remove')).code).toBe(0)
  expect(await fillDemo(app.deps, () => true)).toBe(false)
  expect(await readProgress(app.db)).toBe(0)
  await startWith('auto')
  expect(await readProgress(app.db)).toBe(0)
})

test('an empty site without a demo is filled at its start', async () => {
  await app.db.deleteFrom('settings').where('key', '=', 'demo.memes').execute()
  await seedDemoIfEnabled(
    { ...app.deps, config: { ...app.deps.config, databaseUrl: undefined, demo: 'auto' } },
    () => true,
  )
  expect(await readProgress(app.db)).toBe(0)
})
