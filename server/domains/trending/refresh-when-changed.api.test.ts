import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { createTrendingRefresher } from './refresh-when-changed.ts'

const MINUTE_MS = 60_000
/** PostgreSQL reports a connection's writes within ten seconds. */
const POLL = { timeout: 25_000, interval: 200 }

let now = new Date('2026-03-02T10:00:00Z')
const app = await appForFile()
const refresh = createTrendingRefresher(app.deps, () => now)

/** Waits until the database has reported all writes. */
const settle = () => expect.poll(refresh, POLL).toBe(false)
const generations = async () =>
  (await sql<{ newest: string }>`select max(generation)::text as newest from trending_generations`.execute(app.db)).rows

test('unchanged lists are not refreshed, and each kind of change refreshes them', async () => {
  const [creator, member] = [await buildMember(app), await buildMember(app)]
  const meme = await buildMeme(app, { user: creator.user })
  expect(await refresh()).toBe(true)
  const writes: Record<string, () => Promise<unknown>> = {
    vote: () =>
      app.call('POST', '/user-action', {
        token: member.token,
        body: { memeId: meme.id, action: 'like', active: true },
      }),
    follow: () =>
      app.db.insertInto('follows').values({ follower_id: member.user.id, followed_id: creator.user.id }).execute(),
    suspension: () => changeUsers(app.db, member.user.id, { suspended_at: new Date() }),
    deletion: () => app.db.deleteFrom('memes').where('id', '=', meme.id).execute(),
  }
  for (const [what, write] of Object.entries(writes)) {
    await settle()
    const before = await generations()
    expect(await refresh()).toBe(false)
    expect(await generations()).toEqual(before)
    await write()
    await expect.poll(refresh, { ...POLL, message: what }).toBe(true)
  }
}, 120_000)

test('unchanged lists are refreshed at the hour and every ten minutes', async () => {
  await settle()
  now = new Date(now.getTime() + 9 * MINUTE_MS)
  expect(await refresh()).toBe(false)
  now = new Date(now.getTime() + MINUTE_MS)
  expect(await refresh()).toBe(true)
  now = new Date('2026-03-02T10:59:00Z')
  expect(await refresh()).toBe(true)
  now = new Date('2026-03-02T11:00:00Z')
  expect(await refresh()).toBe(true)
  expect(await refresh()).toBe(false)
}, 60_000)
