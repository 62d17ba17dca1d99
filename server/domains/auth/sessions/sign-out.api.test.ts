import { expect, test } from 'vitest'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { operate } from '#test/operator.ts'
import { hashPassword } from '../passwords/passwords.ts'

const app = await appForFile()

async function memberWithToken() {
  const { user, token: session } = await buildMember(app)
  const made = await app.call('POST', '/users/me/tokens', { token: session, body: { name: 'A', scopes: ['read'] } })
  return { user, tokens: [session, made.body.data.token as string] }
}
const statuses = (tokens: string[]) =>
  Promise.all(tokens.map(async (token) => (await app.call('GET', '/tags', { token })).status))

test('the operator ends the sessions and access tokens of one member or of all', async () => {
  const [one, other] = [await memberWithToken(), await memberWithToken()]
  expect(await statuses([...one.tokens, ...other.tokens])).toEqual([200, 200, 200, 200])
  expect(await operate(app.deps, 'sign-out', one.user.username)).toEqual({
    code: 0,
    lines: [`Signed out ${one.user.username}.`],
  })
  expect(await statuses([...one.tokens, ...other.tokens])).toEqual([401, 401, 200, 200])
  expect((await operate(app.deps, 'sign-out', '--everybody')).lines).toEqual(['Signed out everyone: 1 member.'])
  expect(await statuses(other.tokens)).toEqual([401, 401])
  const { lines } = await operate(app.deps, 'security-log', '--event', 'sessions-ended')
  expect(lines).toHaveLength(2)
})

test('the command names an unknown member, and prints its usage without a name', async () => {
  expect(await operate(app.deps, 'sign-out', 'nobody')).toMatchObject({ code: 1 })
  for (const words of [[], ['--everybody', 'nobody']])
    expect(await operate(app.deps, 'sign-out', ...words)).toEqual({
      code: 1,
      lines: ['usage: sign-out NAME | --everybody'],
    })
})

test('each sign-in has its own token and session, and signing out ends only that one', async () => {
  const { user } = await buildMember(app, { passwordHash: await hashPassword('the password') })
  const signIn = async () => {
    const { body } = await app.call('POST', '/auth/login', { body: { email: user.email, password: 'the password' } })
    return body.data.authentication.token as string
  }
  const [one, other] = [await signIn(), await signIn()]
  expect(one).not.toBe(other)
  expect((await app.call('POST', '/auth/logout', { token: one })).status).toBe(200)
  expect(await statuses([one, other])).toEqual([401, 200])
})
