import { expect, test } from 'vitest'
import { SAVED_SEARCHES_MAX } from '#contract/limits.ts'
import { mailDigests } from '#server/domains/notifications/digest/jobs.ts'
import { type BuiltMember, buildMember, buildMeme, changeMemes, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { checkSearches } from './jobs.ts'

const app = await appForFile({ ocr: 'off' })
const creator = await buildMember(app)

const save = (member: BuiltMember, body: object) =>
  app.call('POST', '/users/me/searches', { token: member.token, body })
const saved = async ({ token }: BuiltMember) => (await app.call('GET', '/users/me/searches', { token })).body.data
const check = () => checkSearches(app.deps, { afterMinutes: 0 })
const notificationsOf = async ({ token }: BuiltMember) => (await app.call('GET', '/notifications', { token })).body.data
const unread = async ({ token }: BuiltMember) => (await app.call('GET', '/notifications/unread', { token })).body.count
const meme = (name: string, { user }: BuiltMember = creator) => buildMeme(app, { user, name })

/** A member with a saved search for a new word. */
async function searching(word: string, filters: object = {}): Promise<BuiltMember> {
  const member = await buildMember(app)
  expect((await save(member, { q: word, ...filters })).status).toBe(201)
  return member
}

test('a member saves, lists and deletes searches; the same search counts once', async () => {
  const an = await buildMember(app)
  const first = await save(an, { q: ' otter ', sort: 'newest', animated: false, user: '' })
  expect(first).toMatchObject({ status: 201, body: { data: { q: 'otter', sort: 'newest', animated: false } } })
  expect(first.body.data).not.toHaveProperty('user')
  expect((await save(an, { animated: false, q: 'otter', sort: 'newest' })).body.data._id).toBe(first.body.data._id)
  // Characters that reverse the text of the list are left out.
  expect((await save(an, { q: '\u202Eotter' })).body.data.q).toBe('otter')
  expect((await saved(an)).map(({ q, sort }: { q: string; sort?: string }) => [q, sort])).toEqual([
    ['otter', undefined],
    ['otter', 'newest'],
  ])
  const remove = () => app.call('DELETE', `/users/me/searches/${first.body.data._id}`, { token: an.token })
  expect([(await remove()).status, (await remove()).body.code]).toEqual([200, 'savedSearch.notFound'])
  expect(await saved(an)).toHaveLength(1)
  for (const body of [{ q: '  ' }, { q: 'a\0b' }, { q: 'x'.repeat(201) }, { q: 'cat', sort: 'oldest' }])
    expect((await save(an, body)).status).toBe(400)
})

test('a member can save a limited number of searches', async () => {
  const an = await buildMember(app)
  const answers = await Promise.all(
    Array.from({ length: SAVED_SEARCHES_MAX + 2 }, (_, at) => save(an, { q: `s${at}` })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(SAVED_SEARCHES_MAX)
  expect(answers.find(({ status }) => status !== 201)?.body.code).toBe('savedSearch.tooMany')
})

test('new memes that a search finds make one notification that counts, and each counts once', async () => {
  await meme('Walrus before')
  const an = await searching('walrus')
  await check()
  expect(await notificationsOf(an)).toEqual([])
  const first = await meme('A walrus sings')
  await meme('Walnut')
  await check()
  expect(await notificationsOf(an)).toMatchObject([
    { kind: 'search', isRead: false, meme: { _id: first.id }, detail: { query: 'walrus', filters: {}, count: 1 } },
  ])
  const second = await meme('Two walruses')
  await check()
  await check()
  const [one, ...others] = await notificationsOf(an)
  expect(one).toMatchObject({ meme: { _id: second.id }, detail: { count: 2 } })
  expect(others).toEqual([])
  await app.call('POST', '/notifications/read', { token: an.token, body: { until: one._id } })
  await check()
  expect(await unread(an)).toBe(0)
  await meme('Walrus again')
  await check()
  expect((await notificationsOf(an)).map(({ detail }: { detail: { count: number } }) => detail.count)).toEqual([1, 2])
})

test('filters, operators and translations count; misspelled and own memes do not', async () => {
  const an = await searching('hippo -zoo', { user: creator.user.username })
  const binh = await searching('elephant')
  await meme('Hippo at the zoo')
  await meme('Hippo', binh)
  await meme('Con voi', an)
  await meme('Elephant', binh)
  await meme('Elefant')
  await check()
  expect(await notificationsOf(an)).toEqual([])
  expect(await notificationsOf(binh)).toMatchObject([{ meme: { name: 'Con voi' }, detail: { count: 1 } }])
  await meme('Hippo at home')
  await check()
  expect(await notificationsOf(an)).toMatchObject([{ meme: { name: 'Hippo at home' } }])
})

test('memes that the member may not see are not announced, and leave a notification', async () => {
  const an = await searching('narwhal')
  const chi = await buildMember(app)
  await app.call('POST', `/users/${creator.user.id}/mute`, { token: an.token })
  await app.call('PUT', '/users/me/preferences', { token: an.token, body: { sensitiveContent: 'hide' } })
  await meme('Muted narwhal')
  const sensitive = await meme('Sensitive narwhal', chi)
  await changeMemes(app.db, sensitive.id, { sensitive_by: 'uploader' })
  const removed = await meme('Removed narwhal', chi)
  await changeMemes(app.db, removed.id, { status: 'removed' })
  await check()
  expect(await notificationsOf(an)).toEqual([])
  await changeMemes(app.db, removed.id, { status: 'ready' })
  await check()
  expect(await notificationsOf(an)).toMatchObject([{ meme: { _id: removed.id }, detail: { count: 1 } }])
  const other = await meme('Narwhal of another', await buildMember(app))
  await check()
  await app.call('POST', `/users/${chi.user.id}/block`, { token: an.token })
  expect(await notificationsOf(an)).toMatchObject([{ meme: { _id: other.id }, detail: { count: 1 } }])
  await app.call('DELETE', `/meme/${other.id}`, { token: creator.token })
  await changeMemes(app.db, other.id, { status: 'removed' })
  expect([await notificationsOf(an), await unread(an)]).toEqual([[], 0])
})

test('the kind can be switched off, suspended members are left out, and deleting a search deletes its notification', async () => {
  const [an, binh, chi] = [await searching('beluga'), await searching('beluga'), await searching('beluga')]
  const off = { notifications: { search: false } }
  const changed = await app.call('PUT', '/users/me/preferences', { token: an.token, body: off })
  expect(changed.body.preferences).toMatchObject({ notifications: { search: false }, mails: { search: false } })
  await changeUsers(app.db, binh.user.id, { suspended_at: new Date() })
  await meme('Beluga')
  await check()
  expect([await unread(an), await unread(chi)]).toEqual([0, 1])
  await changeUsers(app.db, binh.user.id, { suspended_at: null })
  expect(await notificationsOf(binh)).toEqual([])
  const [{ _id }] = await saved(chi)
  await app.call('DELETE', `/users/me/searches/${_id}`, { token: chi.token })
  expect(await notificationsOf(chi)).toEqual([])
})

test('two nodes announce each meme once', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => searching('manatee')))
  await meme('Manatee')
  await Promise.all([check(), check(), check()])
  for (const member of members) expect(await notificationsOf(member)).toMatchObject([{ detail: { count: 1 } }])
})

test('a search that cannot be checked does not hold up others', async () => {
  const [an, binh, chi] = [await searching('axolotl'), await searching('axolotl'), await searching('axolotl')]
  for (const { user } of [an, chi])
    await app.db
      .updateTable('saved_searches')
      .set({ filters: '{"lastId":"broken"}' })
      .where('user_id', '=', user.id)
      .execute()
  await meme('Axolotl')
  await check()
  expect(await notificationsOf(binh)).toMatchObject([{ detail: { count: 1 } }])
  for (const { user } of [an, chi]) await app.db.deleteFrom('saved_searches').where('user_id', '=', user.id).execute()
})

test('the digest by mail names the search in the language of the member', async () => {
  const an = await searching('dugong')
  await app.call('PUT', '/users/me/preferences', {
    token: an.token,
    body: { mails: { search: true }, contentLanguage: 'vi' },
  })
  await meme('Dugong one')
  await meme('Dugong two')
  await check()
  const ago = new Date(Date.now() - 11 * 60_000)
  await app.db
    .updateTable('notifications')
    .set({ created_at: ago, updated_at: ago })
    .where('user_id', '=', an.user.id)
    .execute()
  await app.db.updateTable('saved_search_memes').set({ found_at: ago }).execute()
  await mailDigests(app.deps)
  expect((await app.mailTo(an.user.email ?? '')).text).toContain('- 2 meme mới cho “dugong”')
})

test('the feed of a search has its filters', async () => {
  await meme('Pangolin walks')
  const feed = (more: string) => app.app.inject(`/feeds/search.json?q=pangolin${more}`)
  expect((await feed(`&sort=newest&user=${creator.user.username}`)).json()).toMatchObject({
    items: [{ title: 'Pangolin walks' }],
    feed_url: expect.stringContaining('sort=newest'),
  })
  expect((await feed('&user=somebodyelse')).json().items).toEqual([])
  expect((await feed('&sort=oldest')).statusCode).toBe(400)
})
