import { afterAll, expect, test } from 'vitest'
import { createBulkClient, memesPart, picturePart, smallPicture } from '#test/bulk-client.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { codeOf, createClient, newRegistrant, register } from '#test/mailbox.ts'
import { pictureForm } from '#test/multipart.ts'
import { people, person, startProviders } from '#test/sign-in-providers.ts'

const providers = await startProviders()
afterAll(() => providers.stop())
const app = await appForFile(providers.config)
const token = (await buildMember(app)).token

// A word in which every cut by code units falls within a surrogate pair.
const script = `x${'𝓜'.repeat(25)}`
const deseret = () => `q${unique()}${'\u{10400}'.repeat(25)}`
const japanese = `${'あ'.repeat(39)}𠮷野家で食べた`
const found = async (q: string) =>
  (await app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}`)).body.data.map(
    ({ name }: { name: string }) => name,
  )

test('a display name of astral letters', async () => {
  const answer = await app.call('PUT', '/users/me/profile', { token, body: { displayName: script } })
  expect(answer.status).toBe(200)
  expect((await app.call('GET', '/users/me', { token })).body.data.profile.displayName).toBe(script)
})

test('a username of astral letters can be registered, verified and changed', async () => {
  const client = createClient(app)
  for (const username of [deseret(), `q${'\u{10400}'.repeat(49)}`]) {
    const who = newRegistrant({ username })
    await register(client, who)
    const code = await codeOf(app, who.email)
    const verified = await app.call('POST', '/auth/verify-email', { body: { email: who.email, code } })
    expect([username, verified.status]).toEqual([username, 200])
  }
  const changed = await app.call('POST', '/users/me/change-username', { token, body: { username: deseret() } })
  expect(changed.status).toBe(200)
})

test('a meme with astral text is uploaded, edited and found', async () => {
  const form = pictureForm(await smallPicture(), { name: japanese, description: japanese })
  const made = await app.call('POST', '/meme', { token, ...form })
  expect([made.status, made.body.data?.name]).toEqual([201, japanese])
  const edited = await app.call('PATCH', `/meme/${made.body.data._id}`, {
    token,
    body: { name: script, description: japanese },
  })
  expect([edited.status, edited.body.data?.name]).toEqual([200, script])
  expect(await found(script)).toContain(script)
  expect(await found(japanese)).toContain(script)
})

test('a bulk upload with astral text completes', async () => {
  const client = createBulkClient(app, token)
  const answer = await client.send([
    memesPart([{ name: japanese }, { description: japanese }]),
    await picturePart('one.png'),
    await picturePart(`${japanese}.png`),
  ])
  expect(answer.status).toBe(202)
  const done = await client.finished(answer.body.uploadId)
  expect(done).toMatchObject({ status: 'completed' })
})

test('a provider can sign in a person with an astral name', async () => {
  for (const name of [script, `q${'\u{10400}'.repeat(60)}`, `${'x'.repeat(49)}👨‍👩‍👧‍👦`]) {
    const access = `access-${unique()}`
    people.set(access, { ...person(), name })
    const answer = await app.call('POST', '/auth/google-oauth', { body: { access_token: access } })
    expect([name, answer.status]).toEqual([name, 200])
    expect(answer.body.data.profile.displayName.isWellFormed()).toBe(true)
  }
})
