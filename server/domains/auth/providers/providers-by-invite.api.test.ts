import { afterAll, expect, test } from 'vitest'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { facebookToken, googleIdToken, people, person, startProviders } from '#test/sign-in-providers.ts'

const ways = {
  Google: (body: object) => {
    const token = `access-${unique()}`
    people.set(token, person())
    return app.call('POST', '/auth/google-oauth', { body: { access_token: token, ...body } })
  },
  'one-tap': async (body: object) => {
    const token = await googleIdToken(providers.google, person())
    return app.call('POST', '/auth/google-one-tap', { body: { idToken: token, ...body } })
  },
  Facebook: (body: object) =>
    app.call('POST', '/auth/facebook-oauth', { body: { access_token: facebookToken(), ...body } }),
}
const set = (registration: string) => app.call('PUT', '/admin/settings', { token: admin.token, body: { registration } })
const providers = await startProviders()
afterAll(() => providers.stop())
const app = await appForFile(providers.config)
const admin = await buildMember(app, { role: 'admin' })
await set('invite')

for (const [name, signIn] of Object.entries(ways))
  test(`${name} creates one account per invite, and none without an invite`, async () => {
    expect((await signIn({})).body.code).toBe('auth.inviteRequired')
    expect((await signIn({ invite: 'no such code' })).body.code).toBe('auth.inviteInvalid')
    const { body } = await app.call('POST', '/admin/invites', { token: admin.token, body: { uses: 1 } })
    const { code, _id } = body.data
    const joined = await signIn({ invite: code })
    expect(joined.status).toBe(200)
    expect((await signIn({ invite: code })).body.code).toBe('auth.inviteInvalid')
    const { data } = (await app.call('GET', '/admin/invites', { token: admin.token })).body
    expect(data.find((invite: { _id: string }) => invite._id === _id)).toMatchObject({
      uses: 1,
      invited: [joined.body.data.username],
    })
  })

test('a member with an account signs in without an invite', async () => {
  const { user } = await buildMember(app)
  const token = `access-${unique()}`
  people.set(token, person({ email: user.email ?? '' }))
  const answer = await app.call('POST', '/auth/google-oauth', { body: { access_token: token } })
  expect(answer.body.data._id).toBe(user.id)
})

test('a closed site accepts no new account, even with an invite', async () => {
  await set('closed')
  const { body } = await app.call('POST', '/admin/invites', { token: admin.token, body: { uses: 1 } })
  for (const signIn of Object.values(ways))
    expect((await signIn({ invite: body.data.code })).body.code).toBe('auth.registrationClosed')
  await set('invite')
})
