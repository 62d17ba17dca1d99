import { expect, test } from 'vitest'
import { SESSION_IDLE_DAYS } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { forgetDeletedPasswords } from '../queries.ts'

const app = await appForFile()

const PASSWORD = 'the password'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function memberTwice() {
  const { user, token } = await buildMember(app, { passwordHash: await hashPassword(PASSWORD) })
  const login = await app.call('POST', '/auth/login', {
    body: { email: user.email, password: PASSWORD },
    headers: { 'user-agent': FIREFOX },
  })
  return { user, first: token, second: login.body.data.authentication.token as string }
}

test('the list names each device and marks the current one', async () => {
  const { second } = await memberTwice()
  const answer = await app.call('GET', '/users/me/sessions', { token: second })
  expect(answer.body.data).toHaveLength(2)
  expect(answer.body.data[0]).toMatchObject({ device: 'Firefox on Linux', current: true })
  expect(answer.body.data[1]).toMatchObject({ current: false })
  expect(Date.parse(answer.body.data[0].lastUsedAt)).not.toBeNaN()
})

test('each of several simultaneous requests gets the member of its own token', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => buildMember(app)))
  const tokens = [...members.map(({ token }) => token), 'unknown', ...members.map(({ token }) => token)]
  const answers = await Promise.all(tokens.map((token) => app.call('GET', '/users/me', { token })))
  const ids = members.map(({ user }) => user.id)
  expect(answers.map(({ status, body }) => (status === 200 ? body.data._id : body.code))).toEqual([
    ...ids,
    'auth.tokenInvalid',
    ...ids,
  ])
})

test('ending another session takes effect on its next request', async () => {
  const { first, second } = await memberTwice()
  const list = await app.call('GET', '/users/me/sessions', { token: second })
  const target = list.body.data.find((session: { current: boolean }) => !session.current)._id
  expect((await app.call('DELETE', `/users/me/sessions/${target}`, { token: second })).status).toBe(200)
  const after = await app.call('GET', '/users/me', { token: first })
  expect([after.status, after.body.code]).toEqual([401, 'auth.tokenInvalid'])
  expect((await app.call('GET', '/users/me/sessions', { token: second })).body.data).toHaveLength(1)
})

const DAY_MS = 86_400_000
const lastUsed = (userId: string, daysAgo: number) =>
  app.db
    .updateTable('sessions')
    .set({ last_used_at: new Date(Date.now() - daysAgo * DAY_MS) })
    .where('user_id', '=', userId)
    .execute()

test('a session used within thirty days continues, and its use is recorded', async () => {
  const { user, token } = await buildMember(app)
  await lastUsed(user.id, SESSION_IDLE_DAYS - 1)
  const { body } = await app.call('GET', '/users/me/sessions', { token })
  const end = Date.parse(body.data[0].expiresAt)
  expect(end).toBeLessThan(Date.now() + (SESSION_IDLE_DAYS + 1) * DAY_MS)
})

test('a session unused for thirty days has ended', async () => {
  const { user, token } = await buildMember(app)
  await lastUsed(user.id, SESSION_IDLE_DAYS)
  const answer = await app.call('GET', '/users/me', { token })
  expect([answer.status, answer.body.code]).toEqual([401, 'auth.tokenInvalid'])
})

async function deletedMember() {
  const { user, token } = await buildMember(app, { passwordHash: await hashPassword(PASSWORD) })
  expect((await app.call('DELETE', '/users/me', { token })).status).toBe(200)
  return user.email
}
const login = async (email: string | null, password: string) =>
  (await app.call('POST', '/auth/login', { body: { email, password } })).body.code

test('login reveals a deleted account only with its right password', async () => {
  const email = await deletedMember()
  expect(await login(email, 'not this one')).toBe('auth.invalidCredentials')
  expect(await login('nobody@example.com', 'not this one')).toBe('auth.invalidCredentials')
  expect(await login(email, PASSWORD)).toBe('auth.accountDeleted')
})

test('the password hash of a deleted account is deleted after its retention time', async () => {
  const email = await deletedMember()
  await withTransaction(app.db, (tx) => forgetDeletedPasswords(tx, new Date(Date.now() + 1000)))
  expect(await login(email, PASSWORD)).toBe('auth.invalidCredentials')
})
