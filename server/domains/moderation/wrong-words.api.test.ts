import { beforeEach, expect, test } from 'vitest'
import { setSensitiveByModerator } from '#server/domains/memes/queries.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { removeMeme, suspendMember } from './moderate.ts'

let owner: BuiltMember
let id: string
const app = await appForFile()
const moderator = await buildMember(app, { role: 'moderator' })
beforeEach(async () => {
  owner = await buildMember(app)
  id = (await buildMeme(app, { user: owner.user, name: 'Misread' })).id
  await edit('read words')
})

const edit = (readText: string) => app.call('PATCH', `/meme/${id}`, { token: owner.token, body: { readText } })
const report = async (by?: BuiltMember, of = id, readText?: string) => {
  const seen = readText ?? (await app.call('GET', `/meme/${of}`)).body.data?.imageText ?? ''
  const body = { readText: seen }
  return app.call('POST', `/meme/${of}/wrong-words`, by ? { token: by.token, body } : { body })
}
const confirm = (by = moderator) => app.call('POST', `/moderation/words/${id}/dismiss`, { token: by.token })
const desk = async (by = moderator) => {
  const { body } = await app.call('GET', '/moderation/words?limit=100', { token: by.token })
  return body.data.map(({ memeId }: { memeId: string }) => memeId)
}
const notices = async (person = owner) =>
  (await app.call('GET', '/notifications', { token: person.token })).body.data
    .filter(({ detail }: { detail: { action: string } }) => detail.action === 'wrongWords')
    .map(({ meme }: { meme: { _id: string } }) => meme._id)

test('reported words reach the owner and the moderators once, however many people report them', async () => {
  for (const by of [undefined, await buildMember(app), await buildMember(app), undefined])
    expect((await report(by)).status).toBe(202)
  expect(await notices()).toEqual([id])
  expect((await desk()).filter((one: string) => one === id)).toEqual([id])
})

test('a correction by the owner or a moderator closes the report; the new words can be reported', async () => {
  await report()
  await edit('right words')
  expect(await desk()).not.toContain(id)
  await report()
  expect(await desk()).toContain(id)
  const body = { readText: 'quite right words' }
  await app.call('POST', `/moderation/memes/${id}/words`, { token: moderator.token, body })
  expect(await desk()).not.toContain(id)
})

test('confirmed words are not reported again until they change', async () => {
  await report()
  expect((await confirm()).status).toBe(200)
  expect((await confirm()).body.code).toBe('report.notFound')
  expect((await report()).status).toBe(202)
  expect(await desk()).not.toContain(id)
  const log = await app.call('GET', `/moderation/log?memeId=${id}`, { token: moderator.token })
  expect(log.body.data).toMatchObject([{ action: 'wordsRight', actor: { _id: moderator.user.id } }])
  await edit('other words')
  await report()
  expect(await desk()).toContain(id)
})

test('words that were corrected after the reporter saw them are not reported', async () => {
  await edit('right words')
  expect((await report(undefined, id, 'read words')).status).toBe(202)
  expect(await desk()).not.toContain(id)
})

test('moderators do not confirm the words of their own memes, nor of those above them', async () => {
  for (const role of ['moderator', 'admin'] as const) {
    owner = await buildMember(app, { role })
    await buildMember(app, { role: 'admin' })
    id = (await buildMeme(app, { user: owner.user })).id
    await report()
    expect((await confirm(role === 'moderator' ? owner : moderator)).body.code).toBe('moderation.protected')
    expect(await desk()).toContain(id)
  }
})

test('owners are notified of five memes a day, and not of their own reports', async () => {
  await report(owner)
  expect(await notices()).toEqual([])
  for (let turn = 0; turn < 7; turn += 1) await report(undefined, (await buildMeme(app, { user: owner.user })).id)
  // The own report counts too.
  expect(await notices()).toHaveLength(4)
})

test('only people who can see the meme report its words, and removed or deleted ones leave the desk', async () => {
  const suspended = await buildMember(app)
  await suspendMember(app.deps, null, suspended.user.id, 'Spam')
  expect((await report(suspended)).body.code).toBe('auth.accountSuspended')
  await withTransaction(app.db, (tx) => setSensitiveByModerator(tx, id, true))
  expect((await report()).status).toBe(202)
  await removeMeme(app.deps, null, id, 'Spam')
  expect((await report()).body.code).toBe('meme.removed')
  expect(await desk()).not.toContain(id)
  id = (await buildMeme(app, { user: owner.user })).id
  await report()
  await app.call('DELETE', `/meme/${id}`, { token: owner.token })
  expect(await desk()).not.toContain(id)
  expect((await report()).body.code).toBe('meme.notFound')
})

test('undoing a removal reopens only the report that it closed', async () => {
  const remove = async () => {
    const { decisionId } = await removeMeme(app.deps, moderator.user.id, id, 'Spam')
    expect(await desk()).not.toContain(id)
    return decisionId
  }
  const undo = (decisionId: string) =>
    app.call('POST', `/moderation/decisions/${decisionId}/undo`, { token: moderator.token })
  await report()
  expect((await undo(await remove())).status).toBe(200)
  expect(await desk()).toContain(id)
  await confirm()
  expect((await undo(await remove())).status).toBe(200)
  expect(await desk()).not.toContain(id)
})

test('the desk has pages', async () => {
  for (let turn = 0; turn < 3; turn += 1) await report(undefined, (await buildMeme(app, { user: owner.user })).id)
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const url = `/moderation/words?limit=2${cursor && `&cursor=${cursor}`}`
    const { body } = await app.call('GET', url, { token: moderator.token })
    seen.push(...body.data.map(({ _id }: { _id: string }) => _id))
    if (!body.nextCursor) break
    cursor = encodeURIComponent(body.nextCursor)
  }
  expect(seen).toEqual(await desk())
  expect(new Set(seen).size).toBe(seen.length)
})
