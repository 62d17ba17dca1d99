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
