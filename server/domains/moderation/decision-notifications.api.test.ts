import { beforeEach, expect, test } from 'vitest'
import { type BuiltMember, buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

let anna: BuiltMember
let owner: BuiltMember
const app = await appForFile()
beforeEach(async () => {
  anna = await buildMember(app, { role: 'moderator' })
  owner = await buildMember(app)
})

const decide = (path: string, body: object = {}, person = anna) =>
  app.call('POST', `/moderation/${path}`, { token: person.token, body })
const notices = async (person = owner) =>
  (await app.call('GET', '/notifications', { token: person.token })).body.data.map(
    ({ detail }: { detail: { action: string; reason: string } }) => [detail.action, detail.reason],
  )
const ownMeme = () => buildMeme(app, { user: owner.user, name: 'Mine' })

test('every decision is in the member’s notifications with its reason', async () => {
  const meme = await ownMeme()
  await decide(`memes/${meme.id}/remove`, { reason: 'Spam' })
  await decide(`memes/${meme.id}/restore`, { reason: 'Sorry' })
  await decide(`users/${owner.user.id}/suspend`, { reason: 'Rude' })
  await app.call('POST', '/appeals', { token: owner.token, body: { text: 'Please' } })
  const [appeal] = (await app.call('GET', '/moderation/appeals?limit=100', { token: anna.token })).body.data
  expect((await decide(`appeals/${appeal._id}/reject`, { reason: 'No' })).status).toBe(200)
  await decide(`users/${owner.user.id}/unsuspend`, { reason: 'Fine' })
  expect(await notices()).toEqual([
    ['unsuspended', 'Fine'],
    ['appealRejected', 'No'],
    ['suspended', 'Rude'],
    ['restored', 'Sorry'],
    ['removed', 'Spam'],
  ])
})

test('a removed meme stays in its owner’s list, with the reason and one appeal, and in no other list', async () => {
  const meme = await ownMeme()
  await decide(`memes/${meme.id}/remove`, { reason: 'Spam' })
  const list = async (person?: BuiltMember) =>
    (await app.call('GET', `/meme/user/${owner.user.id}`, person && { token: person.token })).body.data.map(
      ({ status, reason, canAppeal }: { status: string; reason?: string; canAppeal?: boolean }) => [
        status,
        reason,
        canAppeal,
      ],
    )
  expect(await list(owner)).toEqual([['removed', 'Spam', true]])
  for (const other of [undefined, anna, await buildMember(app)]) expect(await list(other)).toEqual([])
  const [notice] = (await app.call('GET', '/notifications', { token: owner.token })).body.data
  expect(notice.detail).toMatchObject({ action: 'removed', memeName: 'Mine', memeId: meme.id })
  await app.call('POST', '/appeals', { token: owner.token, body: { memeId: meme.id, text: 'Mine' } })
  expect(await list(owner)).toEqual([['removed', 'Spam', false]])
  await decide(`memes/${meme.id}/restore`, { reason: 'Sorry' })
  expect(await list(owner)).toEqual([['ready', undefined, undefined]])
})

test('approving a meme in review sends a notification, and undoing a decision withdraws it', async () => {
  const meme = await ownMeme()
  await changeMemes(app.db, meme.id, { status: 'review' })
  const approved = await decide(`memes/${meme.id}/approve`)
  expect(await notices()).toEqual([['approved', '']])
  expect((await decide(`decisions/${approved.body.decisionId}/undo`)).status).toBe(200)
  expect(await notices()).toEqual([])
})

test('only a moderator can remove a moderator’s sensitive mark, and the uploader is notified', async () => {
  const meme = await ownMeme()
  const mark = (sensitive: boolean, person = anna) => decide(`memes/${meme.id}/sensitive`, { sensitive }, person)
  const isSensitive = async () => (await app.call('GET', `/meme/${meme.id}`)).body.data.sensitive
  expect((await mark(true, owner)).status).toBe(403)
  expect((await mark(true)).body).toMatchObject({ success: true, sensitive: true })
  await mark(true)
  await app.call('PATCH', `/meme/${meme.id}`, { token: owner.token, body: { sensitive: false } })
  expect(await isSensitive()).toBe(true)
  await mark(false)
  expect(await isSensitive()).toBe(false)
  expect(await notices()).toEqual([
    ['notSensitive', ''],
    ['sensitive', ''],
  ])
  await app.call('PATCH', `/meme/${meme.id}`, { token: owner.token, body: { sensitive: true } })
  expect(await isSensitive()).toBe(true)
  await decide(`memes/${meme.id}/remove`, { reason: 'Spam' })
  expect((await mark(false)).status).toBe(404)
  const log = await app.call('GET', `/moderation/log?memeId=${meme.id}`, { token: anna.token })
  expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual(['remove', 'notSensitive', 'sensitive'])
})
