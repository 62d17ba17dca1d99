import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FeedMeme } from '#contract/memes/feed.ts'
import { createCaches } from '#server/platform/cache/caches.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { readerOf, watchStatements } from '#test/feed-reader.ts'
import { memeCards } from './cards.ts'
import { createKeptCards } from './kept-cards.ts'

let app: TestApp
let owner: BuiltMember
let reader: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  ;[owner, reader] = [await buildMember(app), await buildMember(app)]
})
afterAll(() => app.stop())

const VISITOR: Viewer = { kind: 'visitor', language: 'en', address: '', userAgent: '' }
const build = () => buildMeme(app, { user: owner.user, name: 'A "quoted" | name, with signs', description: '#owls' })

test('a kept card says what the database says, whatever was written, and is made again only then', async () => {
  const { db, seen } = watchStatements(app.db)
  const cards = createKeptCards(createCaches(app.deps.bus))
  const ids = [(await build()).id, (await build()).id]
  const [id = ''] = ids
  const viewers: Viewer[] = [VISITOR, readerOf(reader.user), readerOf(owner.user)]
  const compare = async (what: string) => {
    for (const viewer of viewers) {
      const texts = await cards.of(db, viewer, ids)
      const parsed = texts.map((card) => FeedMeme.parse(JSON.parse(card.json({ reason: 'taste' }))))
      const expected = await memeCards(app.db, viewer, ids)
      expect(parsed, what).toEqual(expected.map((card) => ({ ...card, reason: 'taste' })))
    }
  }
  const statements = async (): Promise<number> => {
    seen.statements = 0
    await cards.of(db, readerOf(reader.user), ids)
    return seen.statements
  }
  await compare('at first')
  expect(await statements()).toBe(1)

  const act = (action: string) =>
    app.call('POST', '/user-action', { token: reader.token, body: { memeId: id, action, active: true } })
  await act('like')
  await act('add-to-album')
  await app.call('POST', `/users/${owner.user.username}/follow`, { token: reader.token })
  await compare('after actions')
  expect(await statements()).toBe(1)
  expect(JSON.parse((await cards.of(db, readerOf(reader.user), [id]))[0]?.json() ?? '').viewer.isLiked).toBe(true)

  const template = newId()
  const changes: [string, () => Promise<unknown>][] = [
    ['the meme', () => sql`update memes set name = 'Renamed', tags = '{storks}' where id = ${id}`.execute(app.db)],
    ['its words', () => sql`update meme_texts set picture_text = 'HOOT' where meme_id = ${id}`.execute(app.db)],
    ['its creator', () => sql`update users set display_name = 'Else' where id = ${owner.user.id}`.execute(app.db)],
    ['a template', () => sql`insert into templates (id, meme_count) values (${template}, 1)`.execute(app.db)],
    [
      'its place there',
      () =>
        sql`insert into meme_templates (meme_id, template_id, visual_version) values (${id}, ${template}, 1)
          on conflict (meme_id) do update set template_id = excluded.template_id`.execute(app.db),
    ],
    ['more of it', () => sql`update templates set meme_count = 2 where id = ${template}`.execute(app.db)],
  ]
  for (const [what, change] of changes) {
    await change()
    await compare(what)
    expect(await statements(), what).toBe(1)
  }
  expect(JSON.parse((await cards.of(db, VISITOR, [id]))[0]?.json() ?? '')).toMatchObject({
    name: 'Renamed',
    imageText: 'HOOT',
    templateId: template,
    creator: { displayName: 'Else' },
  })
})

test('a kept card is for those who may see its meme now', async () => {
  const cards = createKeptCards(createCaches(app.deps.bus))
  const { id } = await build()
  const seenBy = async (viewer: Viewer) => (await cards.of(app.db, viewer, [id])).length
  const moderator: Viewer = { ...readerOf(reader.user), role: 'moderator' }
  const everybody = [VISITOR, readerOf(reader.user), readerOf(owner.user), moderator]
  const all = () => Promise.all(everybody.map(seenBy))
  const setStatus = (status: string) => sql`update memes set status = ${status} where id = ${id}`.execute(app.db)
  expect(await all()).toEqual([1, 1, 1, 1])
  await setStatus('review')
  expect(await all()).toEqual([0, 0, 1, 1])
  await setStatus('removed')
  expect(await all()).toEqual([0, 0, 0, 0])
  await setStatus('ready')
  expect(await all()).toEqual([1, 1, 1, 1])
  await sql`insert into hidden_people (user_id, person_id, reason) values (${reader.user.id}, ${owner.user.id}, 'block')`.execute(
    app.db,
  )
  const blocker: Viewer = { ...readerOf(reader.user), filters: { ...readerOf(reader.user).filters, hidesPeople: true } }
  expect(await seenBy(blocker)).toBe(0)
})
