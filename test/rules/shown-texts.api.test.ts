import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { readHead, WEB_PAGE } from '#test/head.ts'
import { OBJECT_NAMES } from '#test/hostile-values.ts'

const SITE = 'http://memeroom.test'
/** Texts that a member's data must never turn into. */
const OF_THE_SITE = /privacy@memeroom\.test|undefined|\[object|native code/

const folder = await folderForFile()
await writeFile(path.join(folder.path, 'index.html'), WEB_PAGE)
const app = await appForFile({}, { webRoot: folder.path })
const author = await buildMember(app)
const memeId = (await buildMeme(app, { user: author.user })).id

const text = async (url: string) => {
  const answer = await app.app.inject({ url })
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.body
}
const xml = async (url: string) => new XMLParser({ processEntities: true }).parse(await text(url))

test.each([
  ['astral letters', `x${'𝓜'.repeat(25)}`],
  ['a surrogate pair at every bound', 'あ'.repeat(39).concat('𠮷')],
  ['placeholders of an earlier version', 'hello \ue9f0 \ue9f1'],
  ['private-use characters', 'a \ue000 \uf8ff \u{f0000} b'],
  ['replacement and template patterns', "$& $` $' {{name}} $t(common) {name} %s"],
  ['markup', `</title><script>alert(1)</script>"'&`],
  ['an HTML comment', 'first <!--first-view--> <div id="root"></div>'],
  ...OBJECT_NAMES.map((name) => [name, name]),
])('%s are displayed as typed', async (_what, words) => {
  const { token, user } = author
  const named = await app.call('PATCH', `/meme/${memeId}`, {
    token,
    body: { name: words, description: words, altText: words },
  })
  const profile = await app.call('PUT', '/users/me/profile', { token, body: { displayName: words, bio: words } })
  expect([named.status, profile.status]).toEqual([200, 200])

  const meme = await readHead(app, `/meme/${memeId}`, 'en')
  expect(meme.document.title).toBe(`${words} · Memeroom`)
  expect(meme.result).toMatchObject({ ogTitle: words, twitterTitle: words, ogSiteName: 'Memeroom' })
  expect(meme.contents('meta[property="og:image:alt"]')).toEqual([words])
  const person = await readHead(app, `/user/${user.username}`, 'en')
  expect(person.document.title).toContain(words)
  expect(person.result.ogDescription).toContain(words)

  const embed = JSON.parse(await text(`/oembed?url=${SITE}/meme/${memeId}`))
  expect(embed).toMatchObject({ title: words, author_name: words, provider_name: 'Memeroom' })
  expect((await xml(`/oembed?format=xml&url=${SITE}/meme/${memeId}`)).oembed.title).toBe(words)
  const feed = JSON.parse(await text(`/feeds/user/${user.username}.json`))
  expect(feed).toMatchObject({ title: `Memes by ${words} · Memeroom`, items: [{ title: words }] })
  expect((await xml(`/feeds/user/${user.username}.atom`)).feed.entry.title).toBe(words)

  const pages = [`/meme/${memeId}`, `/user/${user.username}`, `/embed/${memeId}`, `/feeds/user/${user.username}.atom`]
  for (const page of pages) {
    const shown = await text(page)
    expect(shown.isWellFormed()).toBe(true)
    expect(shown).not.toMatch(OF_THE_SITE)
    expect(shown).not.toContain('<script>alert')
  }
})

test.each([...OBJECT_NAMES, 'john.doe', 'Mr.Bean.vi'])('a member’s name can be %s', async (username) => {
  const { user } = await buildMember(app, { username })
  await buildMeme(app, { user, name: 'Theirs' })
  const { status, body } = await app.call('GET', `/users/${username}`, { token: author.token })
  expect([status, body.data]).toMatchObject([200, { username, viewer: { isFollowing: false, isSelf: false } }])
  const followed = await app.call('POST', `/users/${username}/follow`, { token: author.token })
  expect(followed.body.data).toMatchObject({ followersCount: 1 })
  expect((await readHead(app, `/user/${username}`, 'en')).document.title).toContain(user.display_name)
  expect(JSON.parse(await text(`/feeds/user/${username}.json`)).items).toHaveLength(1)
  const found = await app.call('GET', `/meme/user/${username}`)
  expect(found.body.data).toMatchObject([{ name: 'Theirs' }])
})
