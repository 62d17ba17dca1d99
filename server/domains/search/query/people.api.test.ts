import { expect, test } from 'vitest'
import { fillUsernameSkeletons } from '#server/domains/users/fill-skeletons.ts'
import { setSuspension } from '#server/domains/users/queries.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { type BuiltMember, buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const people: Record<string, BuiltMember> = {}
const app = await appForFile()
for (const [username, displayName, followers] of [
  ['captain.capy', 'Captain Capy', 5],
  ['capy_fan', 'Trần Thị Nguyệt', 50],
  ['capybara', 'Someone Else', 9],
  ['nguyet.tran', 'Nguyệt Trần', 7],
  ['duongvan', 'Đường Văn Ân', 1],
  ['李小龍', 'Bruce', 3],
] as const) {
  const member = await buildMember(app, { username, displayName })
  await changeUsers(app.db, member.user.id, { followers_count: followers })
  people[username] = member
}
await buildMeme(app, { name: 'Capybara in a bath', description: '#capytag' })

const search = (q: string, { more = '', token }: { more?: string; token?: string | undefined } = {}) =>
  app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}${more}`, token ? { token } : {})
const found = async (q: string) =>
  (await search(q)).body.people.map(({ username }: { username: string }) => username) as string[]
const suggested = async (q: string) =>
  (await app.call('GET', `/vector-search/suggest?q=${encodeURIComponent(q)}`)).body.data

test.each([
  ['captaincapy', ['captain.capy']],
  ['Captain Capy', ['captain.capy']],
  ['capy captain', ['captain.capy']],
  ['@captain.capy', ['captain.capy']],
  ['CAPTAINCAPI', ['captain.capy']],
  ['captiancapy', ['captain.capy']],
  ['captan', ['captain.capy']],
  ['capt', ['captain.capy']],
  ['nguyet tran', ['nguyet.tran', 'capy_fan']],
  ['Nguyệt Trần', ['nguyet.tran', 'capy_fan']],
  ['duong van an', ['duongvan']],
  ['đường', ['duongvan']],
  ['小龍', []],
  ['李小', ['李小龍']],
  ['zzqxv', []],
  ["'%_", []],
  ['c', []],
])('%s finds %j', async (typed, usernames) => {
  expect(await found(typed)).toEqual(usernames)
})

test('the best match comes first, then the person with the most followers', async () => {
  expect(await found('capy')).toEqual(['capy_fan', 'captain.capy', 'capybara'])
  expect(await found('capybara')).toEqual(['capybara'])
})

test('people appear only with the first page of memes, as cards with the reader’s relationship', async () => {
  const { token } = people.capybara ?? {}
  await app.call('POST', `/users/${people['captain.capy']?.user.id}/follow`, { token: token ?? '' })
  const first = await search('capy', { token })
  expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(['Capybara in a bath'])
  expect(first.body.people[1]).toMatchObject({
    _id: people['captain.capy']?.user.id,
    username: 'captain.capy',
    displayName: 'Captain Capy',
    avatarUrl: null,
    stats: { followersCount: 6 },
    viewer: { isFollowing: true, isFollowedBy: false, isSelf: false },
  })
  expect((await search('capy')).body.people[0].viewer).toBeUndefined()
  const { nextCursor } = (await search('capy', { more: '&limit=1' })).body
  const later = await search('capy', {
    more: `&limit=1&lastId=${nextCursor?.lastId ?? people.capybara?.user.id}&lastScore=${nextCursor?.lastScore ?? 1}`,
  })
  expect([later.status, later.body.people]).toEqual([200, undefined])
})

test('people are suggested between tags and names, by username', async () => {
  const suggestions = await suggested('capy')
  expect(suggestions.map(({ kind, text }: { kind: string; text: string }) => `${kind} ${text}`)).toEqual([
    'tag capytag',
    'user capy_fan',
    'user captain.capy',
    'user capybara',
    'name Capybara in a bath',
  ])
  expect((await suggested('captaincapy'))[0]).toEqual({
    kind: 'user',
    text: 'captain.capy',
    displayName: 'Captain Capy',
    avatarUrl: null,
  })
})

test('a new display name or username is found at once, and the old one is not', async () => {
  const { token } = await buildMember(app, { username: 'renamed.one', displayName: 'Quokka Queen' })
  expect(await found('quokka queen')).toEqual(['renamed.one'])
  await app.call('PUT', '/users/me/profile', { token, body: { displayName: 'Wombat King' } })
  expect([await found('quokka'), await found('wombat'), await found('renamed')]).toEqual([
    [],
    ['renamed.one'],
    ['renamed.one'],
  ])
  const changed = await app.call('POST', '/users/me/change-username', { token, body: { username: 'numbat.one' } })
  expect(changed.status).toBe(200)
  expect([await found('renamed'), await found('numbat')]).toEqual([[], ['numbat.one']])
})

test('a suspended, unverified or deleted member is not found', async () => {
  const { user, token } = await buildMember(app, { username: 'axolotl.fan', displayName: 'Axolotl Fan' })
  await buildMember(app, { username: 'axolotl.new', displayName: 'Axolotl New', emailVerifiedAt: null })
  expect(await found('axolotl')).toEqual(['axolotl.fan'])
  await withTransaction(app.db, (tx) => setSuspension(tx, user.id, { reason: 'spam', until: null }))
  expect([await found('axolotl'), await suggested('axolotl')]).toEqual([[], []])
  await withTransaction(app.db, (tx) => setSuspension(tx, user.id, null))
  expect(await found('axolotl')).toEqual(['axolotl.fan'])
  await app.call('DELETE', '/users/me', { token })
  expect(await found('axolotl')).toEqual([])
})

test('members created by an earlier version are found after the next start', async () => {
  await app.db.deleteFrom('person_names').execute()
  await app.db.deleteFrom('settings').where('key', '=', 'usernames.skeletons').execute()
  expect(await found('captaincapy')).toEqual([])
  await fillUsernameSkeletons(app.db)
  expect(await found('captaincapy')).toEqual(['captain.capy'])
})
