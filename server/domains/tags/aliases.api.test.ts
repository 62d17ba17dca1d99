import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { TAG_ALIASES_MAX, TAG_FOLLOWS_MAX } from '#contract/limits.ts'
import { lockTagWriters, tagsToStore } from '#server/domains/memes/tag-aliases.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { untilBlocked } from '#test/until-blocked.ts'
import { insertAlias } from './alias-queries.ts'

let nth = 0
let main: string
let alias: string
const folder = await folderForFile()
await writeFile(path.join(folder.path, 'index.html'), '<html lang="en"><head></head><body><div id="root"></div></body>')
const app = await appForFile({ ocr: 'off' }, { webRoot: folder.path })
const moderator = await buildMember(app, { role: 'moderator' })
const member = await buildMember(app)
beforeEach(() => {
  nth += 1
  ;[main, alias] = [`mèo${nth}`, `cats${nth}x`]
})

const at = encodeURIComponent
const as = ({ token }: BuiltMember) => ({ token })
const join = (tag: string, other: string, by = moderator) =>
  app.call('PUT', `/moderation/tags/${at(other)}/alias`, { ...as(by), body: { of: tag } })
const split = (other: string) => app.call('DELETE', `/moderation/tags/${at(other)}/alias`, as(moderator))
const meme = (description: string) => buildMeme(app, { user: member.user, name: `Meme ${nth}`, description })
const tagsOf = async (id: string) => (await app.call('GET', `/meme/${id}`)).body.data.tag as string[]
const details = async (tag: string, by?: BuiltMember) =>
  (await app.call('GET', `/tags/${at(tag)}`, by ? as(by) : {})).body.data
const ids = (body: { data: { _id: string }[] }) => body.data.map(({ _id }) => _id)

test('an alias leads to the main tag everywhere, and a split restores all', async () => {
  const [first, second] = [await meme(`#${main}`), await meme(`#${alias} #${main} #other`)]
  const third = await meme(`#${alias}`)
  await app.call('POST', `/tags/${at(alias)}/follow`, as(member))
  expect(await join(main, alias.toUpperCase())).toMatchObject({
    status: 200,
    body: { data: { tag: main, aliases: [alias] } },
  })
  await expect.poll(() => tagsOf(third.id)).toEqual([main])
  expect(await tagsOf(second.id)).toEqual([main, 'other'])
  const fourth = await meme(`#${alias} again`)
  expect(await tagsOf(fourth.id)).toEqual([main])
  const all = [fourth.id, third.id, second.id, first.id].toSorted()

  expect(await details(alias, member)).toMatchObject({
    tag: main,
    count: 4,
    aliases: [alias],
    viewer: { isFollowing: true },
  })
  for (const url of [
    `/feed/new?cat=${at(alias.toUpperCase())}`,
    `/vector-search/text?q=${at(`tag:${alias}`)}`,
    `/vector-search/text?q=${at(`#${alias}`)}`,
  ])
    expect(ids((await app.call('GET', url)).body).toSorted()).toEqual(all)
  const feed = await app.call('GET', `/recommendation-feed?cat=${at(alias)}`)
  expect(feed.body.data.recommendations).toHaveLength(4)
  const atom = await app.app.inject(`/feeds/tag/${at(alias)}.json`)
  expect([atom.json().items.length, atom.json().title]).toEqual([4, expect.stringContaining(main)])
  const suggested = (await app.call('GET', `/vector-search/suggest?q=${alias.slice(0, -1)}`)).body.data
  expect(suggested[0]).toEqual({ kind: 'tag', text: main })
  const sitemap = (await app.app.inject('/sitemap/tags.xml')).body
  expect([sitemap.includes(at(main)), sitemap.includes(alias)]).toEqual([true, false])
  expect((await app.call('GET', '/users/me/tags', as(member))).body.data).toContainEqual({ tag: main })
  expect((await app.call('GET', '/users/me/tags', as(member))).body.data).not.toContainEqual({ tag: alias })
  const edited = await app.call('PATCH', `/meme/${first.id}`, { ...as(member), body: { description: `#${alias}!` } })
  expect(edited.body.data.tag).toEqual([main])

  expect(await split(alias)).toMatchObject({ status: 200, body: { data: { aliases: [] } } })
  await expect.poll(() => tagsOf(third.id)).toEqual([alias])
  await expect.poll(() => tagsOf(second.id)).toEqual([alias, main, 'other'])
  expect(await details(alias, member)).toMatchObject({ tag: alias, viewer: { isFollowing: true } })
  expect((await details(main, member)).viewer).toEqual({ isFollowing: true })
})

test('following by an alias follows the main tag, and unfollowing ends both', async () => {
  await app.call('POST', `/tags/${at(alias)}/follow`, as(member))
  await join(main, alias)
  const unfollowed = await app.call('DELETE', `/tags/${at(alias)}/follow`, as(member))
  expect(unfollowed.body.data).toEqual({ tag: main, isFollowing: false })
  await split(alias)
  for (const tag of [main, alias]) expect((await details(tag, member)).viewer).toEqual({ isFollowing: false })
  await join(main, alias)
  expect((await app.call('POST', `/tags/${at(alias)}/follow`, as(member))).body.data.tag).toBe(main)
})

test('members who hide an alias hide the main tag', async () => {
  const hide = (tag: string) =>
    app.call('POST', '/feed/not-interested', { ...as(member), body: { kind: 'tag', id: tag } })
  const shown = await buildMeme(app, { user: moderator.user, name: 'Hidden', description: `#${main}` })
  const listed = async () => ids((await app.call('GET', '/feed/new', as(member))).body).includes(shown.id)
  await hide(alias)
  expect(await listed()).toBe(true)
  await join(main, alias)
  expect(await listed()).toBe(false)
})

test('refuses an alias of itself, loops, chains, taken aliases and lookalikes, in the language of the request', async () => {
  const code = async (tag: string, other: string) => (await join(tag, other)).body.code
  expect(await code(main, main)).toBe('tag.aliasItself')
  expect((await join(main, alias)).status).toBe(200)
  expect((await join(main, alias)).status).toBe(200)
  expect(await code(alias, main)).toBe('tag.aliasLoop')
  expect(await code(alias, `third${nth}`)).toBe('tag.aliasChain')
  expect(await code(`third${nth}`, main)).toBe('tag.aliasChain')
  expect(await code(`third${nth}`, alias)).toBe('tag.aliasTaken')
  for (const other of ['cаts', 'ｃａｔｓ', 'ca\u034fts', `cats${'\u0336'.repeat(20)}`]) {
    expect(await code(main, other)).toBe('tag.aliasCharacters')
    expect(await code(other, alias)).toBe('tag.aliasCharacters')
  }
  for (const other of ['a\0b', 'a b', 'x'.repeat(51)]) expect((await join(main, other)).status).toBe(400)
  for (const other of ['a\0b', 'a b', '', 'x'.repeat(51)]) expect((await join(other, alias)).status).toBe(400)
  const vietnamese = await app.call('PUT', `/moderation/tags/${at(main)}/alias`, {
    ...as(moderator),
    body: { of: main },
    headers: { 'accept-language': 'vi' },
  })
  expect(vietnamese.body.message).toBe('Không thể gộp một thẻ với chính nó.')
  expect((await split('unknown')).body.code).toBe('tag.aliasNotFound')
})

test('only moderators join tags, and both changes are logged', async () => {
  expect((await join(main, alias, member)).status).toBe(403)
  await join(main, alias)
  await split(alias)
  const log = await app.db
    .selectFrom('moderation_log')
    .select(['reason', 'actor_id'])
    .where('reason', 'like', `#${alias}%`)
    .orderBy('at')
    .execute()
  expect(log).toEqual([
    { reason: `#${alias} leads to #${main}`, actor_id: moderator.user.id },
    { reason: `#${alias} no longer leads to #${main}`, actor_id: moderator.user.id },
  ])
})

test('the page of an alias leads to that of the main tag for good, until a split', async () => {
  await meme(`#${main} #${alias}`)
  const page = (tag: string) =>
    app.app.inject({ url: `/tag/${at(tag)}?time=day`, headers: { 'accept-language': 'en' } })
  expect((await page(alias)).statusCode).toBe(200)
  await join(main, alias)
  for (const written of [alias, alias.toUpperCase()]) {
    const { statusCode, headers } = await page(written)
    expect([statusCode, headers.location]).toEqual([301, `/tag/${at(main)}?time=day`])
    expect(headers['cache-control']).toContain('no-cache')
  }
  expect((await page(main)).statusCode).toBe(200)
  await split(alias)
  await expect.poll(async () => (await page(alias)).statusCode).toBe(200)
})

test('followed aliases, which no list shows, do not count toward the limit', async () => {
  const { token, user } = await buildMember(app)
  const follow = (tag: string) => app.call('POST', `/tags/${at(tag)}/follow`, { token })
  await app.db
    .insertInto('tag_follows')
    .values(Array.from({ length: TAG_FOLLOWS_MAX - 2 }, (_, at) => ({ user_id: user.id, tag: `followed${at}` })))
    .execute()
  await follow(alias)
  await join(main, alias)
  expect([(await follow(`last${nth}`)).status, (await follow(`more${nth}`)).status]).toEqual([200, 409])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'joining tags does not deadlock with an upload of the moderator',
  async () => {
    const joined = await withTransaction(app.db, async (tx) => {
      await sql`select from users where id = ${moderator.user.id} for no key update`.execute(tx)
      const joining = join(main, alias)
      await untilBlocked(app.db)
      await sql`set local lock_timeout = '300ms'`.execute(tx)
      await tagsToStore(tx, [alias])
      return { joining }
    })
    expect((await joined.joining).status).toBe(200)
  },
)

test.runIf(process.env.TEST_DATABASE_URL)(
  'a follow, its end, and hiding, while the tag becomes an alias, apply to the main tag',
  async () => {
    const [follower, leaver, hider] = [await buildMember(app), await buildMember(app), await buildMember(app)]
    const shown = await buildMeme(app, { user: moderator.user, name: 'Hidden', description: `#${main}` })
    await app.call('POST', `/tags/${at(alias)}/follow`, as(leaver))
    const { following, leaving, hiding } = await withTransaction(app.db, async (tx) => {
      await lockTagWriters(tx)
      const requests = {
        following: app.call('POST', `/tags/${at(alias)}/follow`, as(follower)),
        leaving: app.call('DELETE', `/tags/${at(alias)}/follow`, as(leaver)),
        hiding: app.call('POST', '/feed/not-interested', { ...as(hider), body: { kind: 'tag', id: alias } }),
      }
      await untilBlocked(app.db, 3)
      await insertAlias(tx, alias, main)
      return requests
    })
    expect([(await following).status, (await leaving).status, (await hiding).status]).toEqual([200, 200, 200])
    const isFollowing = async (by: BuiltMember) => (await details(main, by)).viewer.isFollowing
    expect([await isFollowing(follower), await isFollowing(leaver)]).toEqual([true, false])
    expect(ids((await app.call('GET', '/feed/new', as(hider))).body)).not.toContain(shown.id)
  },
)

test('the number of aliases is limited, also with parallel requests', async () => {
  const { count } = await app.db
    .selectFrom('tag_aliases')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  await sql`insert into tag_aliases (alias, tag, folded)
    select 'filler' || i, 'fill', 'filler' || i from generate_series(1, ${TAG_ALIASES_MAX - count - 1}::int) i`.execute(
    app.db,
  )
  const answers = await Promise.all([join(main, alias), join(main, `${alias}2`), join(main, `${alias}3`)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('tag.tooManyAliases')
})
