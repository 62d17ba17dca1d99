import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltMember, buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'

const app = await appForFile()

const ROUNDS = 5

let first: BuiltMember
beforeEach(async () => {
  await app.db.updateTable('users').set({ role: 'member' }).execute()
  first = await buildMember(app, { role: 'admin' })
})

const admins = async () =>
  (
    await app.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('suspended_at', 'is', null)
      .execute()
  ).length
const demote = (by: BuiltMember, target: BuiltMember) =>
  app.call('PUT', `/admin/people/${target.user.id}/role`, { token: by.token, body: { role: 'member' } })
const suspend = (by: BuiltMember, target: BuiltMember) =>
  app.call('POST', `/moderation/users/${target.user.id}/suspend`, { token: by.token, body: { reason: 'x' } })
const remove = (by: BuiltMember, target: BuiltMember) =>
  app.call('POST', `/admin/people/${target.user.id}/delete`, { token: by.token, body: { reason: 'x' } })
const leave = (by: BuiltMember) => app.call('DELETE', '/users/me', { token: by.token })

describe('one of two admins remains when', () => {
  test.each([
    ['each demotes the other', demote],
    ['each suspends the other', suspend],
    ['each deletes the other', remove],
    ['each leaves', leave],
  ] as const)('%s at the same time', { timeout: 120_000 }, async (_, act) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await app.db.updateTable('users').set({ role: 'member' }).execute()
      const [a, b] = [await buildMember(app, { role: 'admin' }), await buildMember(app, { role: 'admin' })]
      const answers = await Promise.all([act(a, b), act(b, a)])
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      expect(await admins()).toBe(1)
    }
  })

  test('an admin demoted a moment ago cannot demote, even with a third admin left', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [await buildMember(app, { role: 'admin' }), await buildMember(app, { role: 'admin' })]
      const answers = await Promise.all([demote(a, b), demote(b, a)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    }
  })

  test('an admin leaves while being demoted', async () => {
    const second = await buildMember(app, { role: 'admin' })
    await Promise.all([leave(first), demote(first, second)])
    expect(await admins()).toBe(1)
  })
})

describe('the last admin', () => {
  test('cannot leave, and the operator cannot demote, suspend or delete them', async () => {
    const left = await leave(first)
    expect([left.status, left.body.code]).toEqual([409, 'admin.last'])
    const { username } = first.user
    const refused = { code: 1, lines: ['The site needs at least one admin. Make another member an admin first.'] }
    expect(await operate(app.deps, 'user', 'role', username, 'member')).toEqual(refused)
    expect(await operate(app.deps, 'user', 'suspend', username, 'Spam')).toEqual(refused)
    expect(await operate(app.deps, 'user', 'delete', username, 'Spam')).toEqual(refused)
    expect(await admins()).toBe(1)
  })

  test('is the only active one: suspended admins do not count', async () => {
    const second = await buildMember(app, { role: 'admin' })
    expect((await suspend(first, second)).status).toBe(200)
    expect((await leave(first)).body.code).toBe('admin.last')
    expect((await operate(app.deps, 'user', 'unsuspend', second.user.username, 'Over')).code).toBe(0)
    expect((await leave(first)).status).toBe(200)
  })
})
