import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '#server/platform/db/id.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile, folderForFile } from '#test/for-file.ts'
import { readHead, WEB_PAGE } from '#test/head.ts'

const folder = await folderForFile()
await writeFile(path.join(folder.path, 'index.html'), WEB_PAGE)
const app = await appForFile({}, { webRoot: folder.path })

test('a private album answers like an unknown one and reveals nothing', async () => {
  const { token } = await buildMember(app)
  const body = { name: 'Secret otters' }
  const { _id } = (await app.call('POST', '/albums', { token, body })).body.data
  const [own, unknown] = await Promise.all([_id, newId()].map((id) => readHead(app, `/album/${id}`, 'en')))
  for (const page of [own, unknown]) {
    expect(page?.status).toBe(200)
    expect(page?.contents('meta[name="robots"]')).toEqual(['noindex'])
    expect(page?.document.documentElement.outerHTML).not.toContain('Secret otters')
  }
  expect((await readHead(app, '/album/nonsense', 'en')).status).toBe(404)
})

test('the page of a sensitive meme has no picture', async () => {
  const sensitive = await buildMeme(app, { name: 'Hidden thing' })
  await changeMemes(app.db, sensitive.id, { sensitive_by: 'uploader' })
  const { body } = await app.app.inject({ url: `/meme/${sensitive.id}` })
  const [head = ''] = body.split('<script type="application/json" id="first-view">')
  expect(head).not.toMatch(/\/media\/|share\.jpg/)
  expect(head).toContain('<meta name="rating" content="adult" />')
  expect((await app.app.inject({ url: `/meme/${sensitive.id}/share.jpg` })).statusCode).toBe(404)
})

test.each([
  ['removed', 410, 'This meme was removed'],
  ['review', 404, 'Page not found'],
  ['hidden', 404, 'Page not found'],
] as const)('the page of a meme with status %s is a %i without its content', async (memeStatus, status, title) => {
  const meme = await buildMeme(app, { name: 'Not for you' })
  await changeMemes(app.db, meme.id, { status: memeStatus })
  for (const url of [`/meme/${meme.id}`, `/?view=${meme.id}`]) {
    const page = await readHead(app, url, 'en')
    expect([page.status, page.result.ogTitle]).toEqual([status, title])
    expect(page.document.documentElement.outerHTML).not.toContain('Not for you')
    expect(page.contents('meta[name="robots"]')).toEqual(['noindex'])
    expect([page.hrefs('link[rel="canonical"]'), page.result.ogImage]).toEqual([[], undefined])
  }
})
