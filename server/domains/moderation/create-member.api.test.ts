import { expect, test } from 'vitest'
import { TERMS_VERSION } from '#contract/limits.ts'
import fieldsEn from '#server/locales/en/fields.json' with { type: 'json' }
import { type BuiltMember, buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { expireCodes } from '#test/mailbox.ts'
import { operate } from '#test/operator.ts'

const app = await appForFile()
const admin = await buildMember(app, { role: 'admin' })

const NEW_PASSWORD = 'a new horse battery'
const linkIn = (lines: string[]) => lines.find((line) => line.startsWith('http')) ?? ''
const fragmentOf = (link: string) => {
  const values = new URLSearchParams(new URL(link).hash.slice(1))
  return { email: values.get('email') ?? '', resetToken: values.get('token') ?? '', isNew: values.has('new') }
}
const use = (link: string, newPassword = NEW_PASSWORD, headers: Record<string, string> = {}) => {
  const { email, resetToken } = fragmentOf(link)
  return app.call('POST', '/auth/reset-password', {
    headers,
    body: { email, resetToken, newPassword, acceptedTermsVersion: TERMS_VERSION },
  })
}
const logIn = (email: string, password = NEW_PASSWORD) => app.call('POST', '/auth/login', { body: { email, password } })
const create = (token: string, body: object) => app.call('POST', '/admin/people', { token, body })
const logged = async () =>
  (await app.db.selectFrom('moderation_log').select(['action', 'target_id', 'actor_id']).execute()).map(
    ({ action, target_id, actor_id }) => `${action} ${target_id} by ${actor_id}`,
  )
const fresh = () => {
  const username = `made${unique()}`
  return { username, email: `${username}@example.com` }
}

test('the operator creates an admin, who sets a password once with the printed link and logs in', async () => {
  const { username, email } = fresh()
  const { code, lines } = await operate(app.deps, 'user', 'create', username, email, '--admin')
  expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining(`Created the admin ${username}.`)])
  const link = linkIn(lines)
  expect(new URL(link).pathname).toBe('/forgot-password')
  expect(fragmentOf(link)).toMatchObject({ email, isNew: true })
  expect(app.mails.filter(({ to }) => to === email)).toEqual([])
  const stored = JSON.stringify(await app.db.selectFrom('codes').selectAll().where('email', '=', email).execute())
  expect(stored).not.toContain(fragmentOf(link).resetToken)

  expect((await use(link)).status).toBe(200)
  const { body } = await logIn(email)
  expect(body.data).toMatchObject({ username, role: 'admin', emailVerification: { isVerified: true } })
  expect((await use(link, 'another horse battery')).body.code).toBe('auth.resetTokenInvalid')
  expect((await logIn(email)).status).toBe(200)
  expect(await logged()).toContain(`create ${body.data._id} by null`)
})

test('a new member gets the language of their browser, and keeps it when they set another password', async () => {
  const { username, email } = fresh()
  const made = await create(admin.token, { username, email })
  const language = async () => (await logIn(email)).body.data.preferences.contentLanguage
  expect((await use(made.body.data.link, NEW_PASSWORD, { 'accept-language': 'vi' })).status).toBe(200)
  expect(await language()).toBe('vi')
  const { lines } = await operate(app.deps, 'user', 'reset-link', username)
  expect((await use(linkIn(lines), NEW_PASSWORD, { 'accept-language': 'en' })).status).toBe(200)
  expect(await language()).toBe('vi')
})

test('an address may be an option, and unusable input is refused in one line', async () => {
  const { username, email } = fresh()
  expect((await operate(app.deps, 'user', 'create', username, '--email', email)).code).toBe(0)
  for (const [words, reason] of [
    [[username, `other-${email}`], 'taken'],
    [[`${username}x`, email], 'email'],
    [['a b', 'a@example.com'], fieldsEn.usernameCharacters],
    [['an', 'a@example.com'], fieldsEn.usernameMinLength],
    [['admin', 'a@example.com'], fieldsEn.usernameReserved],
    [['approve', 'a@example.com'], fieldsEn.usernameReserved],
    [['аdmin', 'a@example.com'], fieldsEn.usernameReserved],
    [[`${username}y`, 'no-address'], fieldsEn.invalidEmail],
    [[`${username}y`], 'user'],
    [[], 'user'],
  ] as const) {
    const { code, lines } = await operate(app.deps, 'user', 'create', ...words).catch((error: Error) => ({
      code: 1,
      lines: [error.message],
    }))
    expect([words, code, lines]).toEqual([words, 1, [expect.stringContaining(reason)]])
  }
})

test('a reset link ends with its use, a newer link, a changed password, and time', async () => {
  const { username, email } = fresh()
  const made = await create(admin.token, { username, email })
  expect(made.status).toBe(201)
  expect((await use(made.body.data.link)).status).toBe(200)
  const { token } = (await logIn(email)).body.data.authentication
  const reset = async () => linkIn((await operate(app.deps, 'user', 'reset-link', username)).lines)
  const refused = async (link: string) => expect((await use(link)).body.code).toBe('auth.resetTokenInvalid')

  const [first, second] = [await reset(), await reset()]
  await refused(first)
  const change = { currentPassword: NEW_PASSWORD, newPassword: 'yet another horse' }
  expect((await app.call('POST', '/users/me/change-password', { token, body: change })).status).toBe(200)
  await refused(second)

  const third = await reset()
  await expireCodes(app, email)
  await refused(third)

  const fourth = await reset()
  expect(fragmentOf(fourth).isNew).toBe(false)
  expect((await use(fourth)).status).toBe(200)
  // A reset ends all sessions.
  expect((await app.call('GET', '/users/me', { token })).status).toBe(401)
})

test('admins make links, not for themselves, and each is logged', async () => {
  const member = await buildMember(app)
  const ask = (by: BuiltMember, about: BuiltMember) =>
    app.call('POST', `/admin/people/${about.user.id}/reset-link`, { token: by.token })
  expect((await ask(admin, admin)).body.code).toBe('moderation.protected')
  const answer = await ask(admin, member)
  expect([answer.status, fragmentOf(answer.body.data.link).email]).toEqual([200, member.user.email])
  expect(await logged()).toContain(`resetLink ${member.user.id} by ${admin.user.id}`)
})

test('a taken name or address creates nothing, and a waiting registration of the address ends', async () => {
  const taken = fresh()
  expect((await create(admin.token, taken)).status).toBe(201)
  expect((await create(admin.token, { ...fresh(), username: taken.username })).body.code).toBe('auth.usernameTaken')
  expect((await create(admin.token, { ...fresh(), email: taken.email })).body.code).toBe('auth.emailInUse')

  const waiting = fresh()
  const registered = await app.call('POST', '/auth/register', { body: { ...waiting, password: NEW_PASSWORD } })
  expect(registered.status).toBe(201)
  expect((await create(admin.token, waiting)).status).toBe(201)
  // A stranger may have chosen the password of the registration.
  expect((await logIn(waiting.email)).status).not.toBe(200)
})

test('a member without an address gets no link', async () => {
  const { user } = await buildMember(app, { email: null })
  const answer = await app.call('POST', `/admin/people/${user.id}/reset-link`, { token: admin.token })
  expect([answer.status, answer.body.code]).toEqual([409, 'admin.noAddress'])
})
