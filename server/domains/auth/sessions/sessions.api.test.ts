import { expect, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { hashPassword } from '../passwords/passwords.ts'

const app = await appForFile()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function memberTwice() {
  const { user, token } = await buildMember(app, { passwordHash: await hashPassword('secret one') })
  const login = await app.call('POST', '/auth/login', {
    body: { email: user.email, password: 'secret one' },
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

test('ending another session takes effect on its next request', async () => {
  const { first, second } = await memberTwice()
  const list = await app.call('GET', '/users/me/sessions', { token: second })
  const target = list.body.data.find((session: { current: boolean }) => !session.current)._id
  expect((await app.call('DELETE', `/users/me/sessions/${target}`, { token: second })).status).toBe(200)
  const after = await app.call('GET', '/users/me', { token: first })
  expect([after.status, after.body.code]).toEqual([401, 'auth.tokenInvalid'])
  expect((await app.call('GET', '/users/me/sessions', { token: second })).body.data).toHaveLength(1)
})

test('a member cannot end another member’s session', async () => {
  const { first } = await memberTwice()
  const stranger = await buildMember(app)
  const list = await app.call('GET', '/users/me/sessions', { token: first })
  const answer = await app.call('DELETE', `/users/me/sessions/${list.body.data[0]._id}`, { token: stranger.token })
  expect([answer.status, answer.body.code]).toEqual([404, 'session.notFound'])
  expect((await app.call('GET', '/users/me', { token: first })).status).toBe(200)
})

test('a suspended member cannot log in, and an open session is restricted', async () => {
  const { user, first } = await memberTwice()
  await app.db
    .updateTable('users')
    .set({ suspended_at: new Date(), suspended_reason: 'spam' })
    .where('id', '=', user.id)
    .execute()
  const login = await app.call('POST', '/auth/login', { body: { email: user.email, password: 'secret one' } })
  expect([login.status, login.body.code]).toEqual([403, 'auth.accountSuspended'])
  expect(login.body.suspension.reason).toBe('spam')
  expect((await app.call('GET', '/users/me', { token: first })).body.data.suspension.reason).toBe('spam')
  const refused = await app.call('PUT', '/users/me/preferences', { token: first, body: { contentLanguage: 'vi' } })
  expect([refused.status, refused.body.code]).toEqual([403, 'auth.accountSuspended'])
})
