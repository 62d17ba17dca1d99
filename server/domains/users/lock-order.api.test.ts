import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/db/id.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { untilBlocked } from '#test/until-blocked.ts'
import { suspendMember } from '../moderation/moderate.ts'

const app = await appForFile()
const admin = await buildMember(app, { role: 'admin' })
const passing = { reason: 'Because' }
const post = (path: string) => app.call('POST', path, { token: admin.token, body: passing })
const suspend = (of: BuiltMember) => post(`/moderation/users/${of.user.id}/suspend`)

async function appealOf({ user }: BuiltMember) {
  const id = newId()
  await app.db
    .insertInto('appeals')
    .values({ id, user_id: user.id, meme_id: null, about_at: new Date(), note: 'Please' })
    .execute()
  return id
}

/** Changes of a member that also change the rows of many others. Each prepares the member and returns the call. */
const CHANGES: Record<
  string,
  { locks: ('meme_stats' | 'users')[]; prepare(of: BuiltMember): Promise<() => Promise<unknown>> }
> = {
  'a suspension': { locks: ['users'], prepare: async (of) => () => suspend(of) },
  'the end of a suspension': {
    locks: ['users'],
    async prepare(of) {
      await suspend(of)
      return () => post(`/moderation/users/${of.user.id}/unsuspend`)
    },
  },
  'the undoing of a suspension': {
    locks: ['users'],
    async prepare(of) {
      const { decisionId } = (await suspend(of)).body
      return () => post(`/moderation/decisions/${decisionId}/undo`)
    },
  },
  'an accepted appeal against a suspension': {
    locks: ['users'],
    async prepare(of) {
      await suspendMember(app.deps, null, of.user.id, 'Because')
      const id = await appealOf(of)
      return () => post(`/moderation/appeals/${id}/accept`)
    },
  },
  'a deletion by an admin': {
    locks: ['users'],
    prepare: async (of) => () => post(`/admin/people/${of.user.id}/delete`),
  },
  'a deletion by the member': {
    locks: ['meme_stats', 'users'],
    prepare: async (of) => () => app.call('DELETE', '/users/me', { token: of.token }),
  },
}

/** A member with followers, followed people, and liked memes; all rows in the order of locks. */
async function connected() {
  const people = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)))
  people.sort((a, b) => (a.user.id < b.user.id ? -1 : 1))
  const [first, second, of, third, last] = people as [BuiltMember, BuiltMember, BuiltMember, BuiltMember, BuiltMember]
  const follow = (by: BuiltMember, followed: BuiltMember) =>
    app.call('POST', `/users/${followed.user.id}/follow`, { token: by.token })
  for (const [by, followed] of [
    [first, of],
    [of, second],
    [of, third],
    [last, of],
  ] as const)
    await follow(by, followed)
  const memes = [
    await buildMeme(app, { user: of.user }),
    await buildMeme(app, { user: first.user }),
    await buildMeme(app, { user: of.user }),
  ]
  for (const meme of memes) {
    const liker = meme.user_id === of.user.id ? last : of
    await app.call('POST', '/user-action', { token: liker.token, body: { memeId: meme.id, action: 'like' } })
  }
  return { of, ids: { meme_stats: memes.map(({ id }) => id).sort(), users: people.map(({ user }) => user.id) } }
}

const KEYS = { meme_stats: 'meme_id', users: 'id' } as const

test.runIf(process.env.TEST_DATABASE_URL).each(Object.keys(CHANGES))(
  '%s locks rows in the order of likes and follows',
  async (name) => {
    const change = CHANGES[name]
    const tables = change?.locks ?? []
    for (const table of tables)
      for (const index of table === 'users' ? [0, 1, 2, 3] : [0, 1]) {
        const { of, ids } = await connected()
        const start = (await change?.prepare(of)) as () => Promise<{ status: number }>
        let answer: Promise<{ status: number }> | undefined
        await app.db.transaction().execute(async (tx) => {
          const lock = (ids: string[], mode = sql``) =>
            sql`select from ${sql.table(table)} where ${sql.ref(KEYS[table])} = any(${ids}::uuid[]) for no key update ${mode}`.execute(
              tx,
            )
          await lock(ids[table].slice(index, index + 1))
          answer = start()
          await untilBlocked(app.db)
          // Another change that holds the row can lock all later ones.
          await expect(lock(ids[table].slice(index + 1), sql`nowait`), `${table} ${index}`).resolves.toBeDefined()
        })
        expect((await answer)?.status).toBe(200)
      }
  },
)
