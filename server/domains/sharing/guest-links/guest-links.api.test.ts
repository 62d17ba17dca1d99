import { beforeEach, expect, test } from 'vitest'
import { type BuiltMember, buildMember, buildMeme, changeUsers } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

let owner: BuiltMember
let memeId: string
let albumId: string
const app = await appForFile()
const admin = await buildMember(app, { role: 'admin' })
const body = { access: 'members' }
expect((await app.call('PUT', '/admin/settings', { token: admin.token, body })).status).toBe(200)
beforeEach(async () => {
  owner = await buildMember(app)
  memeId = (await buildMeme(app, { user: owner.user, name: 'Otter <b>' })).id
  const body = { name: 'Trip & more', visibility: 'unlisted' }
  albumId = (await app.call('POST', '/albums', { token: owner.token, body })).body.data._id
  await app.call('PUT', `/albums/${albumId}/memes/${memeId}`, { token: owner.token })
})

const link = (method: 'GET' | 'PUT' | 'DELETE', kind: 'meme' | 'album', id: string, token = owner.token) =>
  app.call(method, `/${kind === 'meme' ? 'meme' : 'albums'}/${id}/guest-link`, { token })
const pathOf = async (kind: 'meme' | 'album', id: string) => {
  const { status, body } = await link('PUT', kind, id)
  expect(status, JSON.stringify(body)).toBe(200)
  return new URL(body.data.url).pathname
}
const open = async (url: string) => {
  const { statusCode, body, headers } = await app.app.inject({ url })
  return { status: statusCode, body, headers }
}
const statusOf = async (url: string) => (await open(url)).status
const deleted = (id: string) => app.call('DELETE', `/meme/${id}`, { token: owner.token })

test('a stranger opens the meme or album of a link, with its pictures, and nothing else', async () => {
  const other = await buildMeme(app, { user: owner.user })
  for (const [kind, id] of [
    ['meme', memeId],
    ['album', albumId],
  ] as const) {
    const path = await pathOf(kind, id)
    const { status, body, headers } = await open(path)
    expect([status, headers['cache-control'], headers['x-robots-tag'], headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'noindex',
      'no-referrer',
    ])
    expect(body).toContain(kind === 'album' ? '<h1>Trip &amp; more</h1>' : '<h1>Otter &lt;b&gt;</h1>')
    const pictures = [...body.matchAll(/(?:src|href)="(\/shared\/[^"]+)"/g)].map(([, url]) => url ?? '')
    expect(pictures).toEqual([`${path}/${memeId}/original`, `${path}/${memeId}/medium`])
    for (const url of pictures) {
      const answer = await open(url)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)])
      expect(answer.headers['cache-control']).toBe('private, max-age=60')
    }
    expect(await statusOf(`${path}/${other.id}/medium`)).toBe(404)
    expect(await statusOf(`${path}/${memeId}/small`)).toBe(400)
  }
  for (const url of [`/api/meme/${memeId}`, `/api/albums/${albumId}`, `/embed/${memeId}`])
    expect([url, await statusOf(url)]).toEqual([url, 401])
})

test('an owner gets the same link again, and null after its end', async () => {
  const path = await pathOf('meme', memeId)
  expect(await pathOf('meme', memeId)).toBe(path)
  expect((await link('GET', 'meme', memeId)).body.data.url).toContain(path)
  expect((await link('DELETE', 'meme', memeId)).status).toBe(200)
  expect((await link('DELETE', 'meme', memeId)).status).toBe(200)
  expect((await link('GET', 'meme', memeId)).body.data).toBeNull()
  expect(await statusOf(path)).toBe(404)
  const next = await pathOf('meme', memeId)
  expect(next).not.toBe(path)
  expect([await statusOf(path), await statusOf(`${path}/${memeId}/medium`)]).toEqual([404, 404])
})

test.each<[string, (album: string, meme: string) => Promise<unknown>]>([
  [
    'its album is private',
    (id) => app.call('PATCH', `/albums/${id}`, { token: owner.token, body: { visibility: 'private' } }),
  ],
  ['its album is deleted', (id) => app.call('DELETE', `/albums/${id}`, { token: owner.token })],
  ['its owner is suspended', () => changeUsers(app.db, owner.user.id, { suspended_at: new Date() })],
])('a link shows nothing when %s', async (_, change) => {
  const path = await pathOf('album', albumId)
  await change(albumId, memeId)
  const { status, body } = await open(path)
  expect([status, body.includes('This link no longer works'), body.includes('Trip')]).toEqual([404, true, false])
  expect(await statusOf(`${path}/${memeId}/medium`)).toBe(404)
})

test('a meme leaves the page with the album or with its deletion', async () => {
  const [path, memePath] = [await pathOf('album', albumId), await pathOf('meme', memeId)]
  await app.call('DELETE', `/albums/${albumId}/memes/${memeId}`, { token: owner.token })
  expect((await open(path)).body).toContain('There is nothing in this album yet.')
  expect(await statusOf(`${path}/${memeId}/medium`)).toBe(404)
  expect((await deleted(memeId)).status).toBe(200)
  expect([await statusOf(memePath), await statusOf(`${memePath}/${memeId}/original`)]).toEqual([404, 404])
})

test('forged and changed tokens show the end page', async () => {
  const path = await pathOf('meme', memeId)
  const last = path.endsWith('A') ? 'B' : 'A'
  const forged = ['/shared/x', `/shared/${'A'.repeat(44)}`, path.slice(0, -1) + last, `${path}A`, path.slice(0, -1)]
  for (const url of forged) expect([url, await statusOf(url)]).toEqual([url, 404])
  expect((await open(`${await pathOf('album', albumId)}?cursor=forged`)).status).toBe(404)
  const vietnamese = await app.app.inject({ url: '/shared/x', headers: { 'accept-language': 'vi' } })
  expect(vietnamese.body).toContain('<h1>Liên kết không còn hiệu lực</h1>')
})

test('the link of an album that becomes private ends for good', async () => {
  const path = await pathOf('album', albumId)
  const set = (visibility: string) =>
    app.call('PATCH', `/albums/${albumId}`, { token: owner.token, body: { visibility } })
  expect((await set('public')).status).toBe(200)
  expect(await statusOf(path)).toBe(200)
  expect((await set('private')).status).toBe(200)
  expect((await link('GET', 'album', albumId)).body.data).toBeNull()
  expect((await set('unlisted')).status).toBe(200)
  expect([await statusOf(path), await statusOf(`${path}/${memeId}/medium`)]).toEqual([404, 404])
  const next = await pathOf('album', albumId)
  expect(next).not.toBe(path)
  expect(await statusOf(next)).toBe(200)
})

test('a private album has no link, and members get none for others', async () => {
  await app.call('PATCH', `/albums/${albumId}`, { token: owner.token, body: { visibility: 'private' } })
  expect((await link('PUT', 'album', albumId)).body.code).toBe('guestLink.privateAlbum')
  const { token } = await buildMember(app)
  expect((await link('PUT', 'meme', memeId, token)).body.code).toBe('meme.forbidden')
  expect((await link('PUT', 'album', albumId, token)).body.code).toBe('album.notFound')
})
