import { expect, test } from 'vitest'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile()

const decide = (by: BuiltMember, path: string) =>
  app.call('POST', `/moderation/${path}`, { token: by.token, body: { reason: 'Because' } })
const appealsSeenBy = async (by: BuiltMember) =>
  (await app.call('GET', '/moderation/appeals?limit=100', { token: by.token })).body.data

async function appeal(by: BuiltMember, author: BuiltMember): Promise<string> {
  const { id } = await buildMeme(app, { user: author.user })
  expect((await decide(by, `memes/${id}/remove`)).status).toBe(200)
  const written = { token: author.token, body: { memeId: id, text: 'Mine!' } }
  expect((await app.call('POST', '/appeals', written)).status).toBe(201)
  return (await appealsSeenBy(by)).find(({ memeId }: { memeId: string }) => memeId === id)._id
}

test('an appeal against an own decision needs another moderator, if one can decide it', async () => {
  const moderator = await buildMember(app, { role: 'moderator' })
  const author = await buildMember(app)
  const mayReject = async (by: BuiltMember, id: string) => {
    const found = (await appealsSeenBy(by)).find(({ _id }: { _id: string }) => _id === id)
    const { status, body } = await decide(by, `appeals/${id}/reject`)
    expect([found.needsOtherModerator, body.code]).toEqual(
      status === 200 ? [false, undefined] : [true, 'moderation.protected'],
    )
    return status === 200
  }
  expect(await mayReject(moderator, await appeal(moderator, author))).toBe(true)

  const admin = await buildMember(app, { role: 'admin' })
  const open = await appeal(moderator, author)
  expect(await mayReject(moderator, open)).toBe(false)
  expect(await mayReject(admin, open)).toBe(true)

  // Another moderator has no power over a moderator.
  expect(await mayReject(admin, await appeal(admin, moderator))).toBe(true)
  await buildMember(app, { role: 'moderator' })
  expect(await mayReject(admin, await appeal(admin, moderator))).toBe(true)
  const otherAdmin = await buildMember(app, { role: 'admin' })
  const ofModerator = await appeal(admin, moderator)
  expect(await mayReject(admin, ofModerator)).toBe(false)
  const suspended = app.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', otherAdmin.user.id)
  await suspended.execute()
  expect(await mayReject(admin, ofModerator)).toBe(true)
})
