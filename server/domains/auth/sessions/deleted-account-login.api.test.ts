import { expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { forgetDeletedPasswords } from '../queries.ts'

const PASSWORD = 'the password'
const app = await appForFile()

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
