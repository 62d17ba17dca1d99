import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { operate } from '#test/operator.ts'
import { fillDemo } from './fill.ts'
import { seedDemoIfWanted } from './seed.ts'
import { readProgress } from './seed-queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

const namesOfMemes = async () => {
  const rows = await app.db.selectFrom('memes').select('name').execute()
  return rows.map((row) => row.name)
}
const count = async () => (await namesOfMemes()).length

test('two that fill at once store each meme once', async () => {
  let isEnough = false
  const fillings = [fillDemo(app.deps, () => isEnough), fillDemo(app.deps, () => isEnough)]
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(4), { timeout: 25_000 })
  isEnough = true
  expect(await Promise.all(fillings)).toEqual([false, false])
  const names = await namesOfMemes()
  expect(new Set(names).size).toBe(names.length)
  // Nobody signs in as one of the demo people.
  const people = await app.db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('is_demo', '=', true)
    .execute()
  expect(people.length).toBeGreaterThan(0)
  expect(people.filter(({ email, password_hash }) => email !== null || password_hash !== null)).toEqual([])
})

test('removing the demo ends a filling that is under way, and nothing of it stays', async () => {
  const before = await count()
  const filling = fillDemo(app.deps, () => false)
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(before), { timeout: 25_000 })
  expect((await operate(app.deps, 'demo', 'remove')).code).toBe(0)
  expect(await filling).toBe(false)
  const people = await app.db.selectFrom('users').select('id').where('is_demo', '=', true).execute()
  const kept = await app.db.selectFrom('blobs').select('key').where('pending_until', 'is', null).execute()
  expect([people, await count(), kept]).toEqual([[], 0, []])
})

test('a removed demo does not come back at the next start, unless DEMO asks for it or an operator fills it again', async () => {
  const startWith = (demo: 'auto' | 'true') =>
    seedDemoIfWanted({ ...app.deps, config: { ...app.deps.config, databaseUrl: undefined, demo } }, () => true)
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

test('an empty site that never had the demo is filled at its start', async () => {
  await app.db.deleteFrom('settings').where('key', '=', 'demo.memes').execute()
  await seedDemoIfWanted(
    { ...app.deps, config: { ...app.deps.config, databaseUrl: undefined, demo: 'auto' } },
    () => true,
  )
  expect(await readProgress(app.db)).toBe(0)
})
