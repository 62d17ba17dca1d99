import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { operate } from '#test/operator.ts'
import { fillDemo } from './fill.ts'

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
