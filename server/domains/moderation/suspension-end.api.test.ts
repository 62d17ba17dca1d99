import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { type BuiltMember, buildMember, buildMeme, changeUsers, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { poll } from '#test/poll.ts'
import { startSession } from '../auth/sessions/start-session.ts'
import { publishVisibility } from '../memes/visibility.ts'
import { isSuspended, isSuspendedMember } from '../users/lists/suspended.ts'
import { suspendMember } from './moderate.ts'

const app = await appForFile()

const SOON_MS = 400
const SOON_MAX_MS = 10_000
const get = (url: string, token?: string) => app.call('GET', url, token ? { token } : {})

/** Returns true if the database clock is past `until`; no API request returns that. */
const isPast = async (until: Date) =>
  (await sql<{ past: boolean }>`select now() > ${until}::timestamptz as past`.execute(app.db)).rows[0]?.past === true &&
  Date.now() > until.getTime()

async function endedSuspension() {
  const [person, fan] = [await buildMember(app), await buildMember(app)]
  const tag = `tag${unique()}`
  const meme = await buildMeme(app, { user: person.user, description: `#${tag}` })
  await app.call('POST', `/users/${person.user.id}/follow`, { token: fan.token })
  let until: Date
  let status: number
  let soonMs = SOON_MS
  do {
    until = new Date(Date.now() + soonMs)
    await suspendMember(app.deps, null, person.user.id, 'Calm down', until)
    status = (await get(`/users/${person.user.username}`)).status
    // On a busy machine the suspension can end before the request does.
    soonMs *= 2
  } while (until.getTime() <= Date.now() && soonMs < SOON_MAX_MS)
  expect(status).toBe(404)
  await poll(() => isPast(until), { withinMs: 10_000, everyMs: 20, missing: 'the time did not come' })
  return { person, fan, tag, meme }
}
type Ended = Awaited<ReturnType<typeof endedSuspension>>

const SURFACES: Record<string, (of: Ended) => Promise<boolean>> = {
  profile: async ({ person }) => (await get(`/users/${person.user.username}`)).status === 200,
  memes: async ({ person }) => (await get(`/meme/user/${person.user.username}`)).body.data?.length === 1,
  meme: async ({ meme }) => (await get(`/meme/${meme.id}`)).status === 200,
  picture: async ({ meme }) => (await app.app.inject({ url: `/media/${meme.blob_small}` })).statusCode === 200,
  'list of a tag': async ({ tag }) => (await get(`/tags/${tag}`)).body.data.count === 1,
  'followed people': async ({ fan }) => (await get(`/users/${fan.user.id}/following`)).body.totalCount === 1,
  follow: async ({ person }) => {
    const { token } = await buildMember(app)
    return (await app.call('POST', `/users/${person.user.id}/follow`, { token })).status === 200
  },
  'own session': async ({ person }) => (await get('/users/me/tags', person.token)).status === 200,
  'own account': async ({ person }) => (await get('/users/me', person.token)).body.data.suspension === undefined,
}

describe('a suspension ends on time without its job', () => {
  test.each(Object.entries(SURFACES))('ends in the first request: %s', async (_, shows) => {
    expect(await shows(await endedSuspension())).toBe(true)
  })

  test('allows a sign-in before its effects are undone', async () => {
    const { person } = await endedSuspension()
    const row = await rowOf(person)
    const viewer = { kind: 'visitor', language: 'en', address: '127.0.0.1', userAgent: 'test' } as const
    expect((await startSession(app.deps, viewer, row)).authentication.token).toBeTruthy()
  })
})

const rowOf = ({ user }: BuiltMember) =>
  app.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()

test('another node applies the end of a suspension', async () => {
  const person = await buildMember(app)
  await suspendMember(app.deps, null, person.user.id, 'Calm down')
  await withTransaction(app.db, async (tx) => {
    const suspended_until = new Date(Date.now() - 1000)
    await changeUsers(tx, person.user.id, { suspended_until })
    await publishVisibility(tx)
  })
  const isOver = async () => {
    await get('/config')
    return (await rowOf(person)).suspended_at === null
  }
  await poll(isOver, { withinMs: 10_000, everyMs: 20, missing: 'the suspension did not end' })
})

test('the rule gives the same result in SQL and in code', async () => {
  const person = await buildMember(app)
  const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
  const cases = [
    [null, null, false],
    [past, null, true],
    [past, future, true],
    [past, past, false],
    [null, past, false],
    [null, future, false],
  ] as const
  for (const [suspended_at, suspended_until, expected] of cases) {
    await changeUsers(app.db, person.user.id, { suspended_at, suspended_until })
    const { inSql } = await app.db
      .selectFrom('users')
      .select(isSuspended('users').as('inSql'))
      .where('id', '=', person.user.id)
      .executeTakeFirstOrThrow()
    expect([inSql, isSuspendedMember(await rowOf(person))]).toEqual([expected, expected])
  }
})
