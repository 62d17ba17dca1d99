import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { createBulkClient, pictureParts } from '#test/bulk-client.ts'
import { type BuiltMember, buildMember, buildMeme, changeUsers, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { importingSite } from '#test/importing-site.ts'
import { pictureForm } from '#test/multipart.ts'
import { operate } from '#test/operator.ts'
import { randomPicture } from '#test/random-picture.ts'
import { storedTotals } from '#test/stored-totals.ts'
import { removeMeme, restoreMeme } from '../moderation/moderate.ts'
import { readSettings } from '../settings/read-settings.ts'
import { sweepBlobs } from './jobs.ts'
import { requireSiteRoom } from './quota.ts'
import { findMemberUse, findSiteUse } from './quota-queries.ts'

vi.setConfig({ testTimeout: 120_000 })

const app = await appForFile()
const admin = await buildMember(app, { role: 'admin' })

const NONE = { memesPerMember: 0, megabytesPerMember: 0, memesOfSite: 0, megabytesOfSite: 0 }
const put = async (settings: Partial<typeof NONE>) =>
  expect((await app.call('PUT', '/admin/settings', { token: admin.token, body: settings })).status).toBe(200)
beforeEach(() => put(NONE))

const upload = async ({ token }: BuiltMember) =>
  app.call('POST', '/meme', { token, ...pictureForm(await randomPicture(unique())) })
const storageOf = async ({ token }: BuiltMember) => (await app.call('GET', '/users/me/storage', { token })).body.data
const useOf = async ({ user }: BuiltMember) => {
  const use = await findMemberUse(app.db, user.id)
  if (!use) throw new Error('no such member')
  return use
}
/** Replaces the member's limits; null for those of the site. */
const setQuota = async ({ user }: BuiltMember, quota: { memes: number | null; megabytes: number | null }) =>
  app.call('PUT', `/admin/people/${user.id}/quota`, { token: admin.token, body: quota })
const megabyte = 2 ** 20

describe('a member’s quota', () => {
  test('of memes is shown, and refuses the next one with a sentence until one is deleted for good', async () => {
    const member = await buildMember(app)
    await put({ memesPerMember: 2 })
    const first = await buildMeme(app, { user: member.user })
    expect((await upload(member)).status).toBe(201)
    expect(await storageOf(member)).toMatchObject({ memes: 2, memesMax: 2, bytesMax: null, isSiteFull: false })
    const refused = await upload(member)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'upload.quotaMemes',
      "You've reached your limit of memes. Delete some, or ask an admin for more.",
    ])
    await app.call('DELETE', `/meme/${first.id}`, { token: member.token })
    // The deletion can be undone, so the meme still counts.
    expect((await upload(member)).body.code).toBe('upload.quotaMemes')
    await app.db.deleteFrom('memes').where('id', '=', first.id).execute()
    expect((await upload(member)).status).toBe(201)
  })

  test('of megabytes counts all files of a picture, and refuses one that does not fit', async () => {
    const member = await buildMember(app)
    const { blob_origin, blob_medium, blob_small } = await buildMeme(app, { user: member.user })
    const files = await app.db
      .selectFrom('blobs')
      .select('bytes')
      .where('key', 'in', [blob_origin, blob_medium, blob_small])
      .execute()
    const { bytes } = await storageOf(member)
    expect(bytes).toBe(files.reduce((sum, file) => sum + file.bytes, 0))
    await put({ megabytesPerMember: 1 })
    await changeUsers(app.db, member.user.id, { stored_bytes: megabyte - 1 })
    expect((await upload(member)).body.code).toBe('upload.quotaBytes')
    await changeUsers(app.db, member.user.id, { stored_bytes: bytes })
    expect((await upload(member)).status).toBe(201)
  })

  test('cannot be exceeded by uploads at the same time', async () => {
    const member = await buildMember(app)
    await put({ memesPerMember: 3 })
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => buildMeme(app, { user: member.user })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await useOf(member)).toMatchObject({ memes: 3 })
  })

  test('can be set for one member, and for an admin who otherwise has none', async () => {
    const member = await buildMember(app)
    await put({ memesPerMember: 1 })
    await buildMeme(app, { user: member.user })
    expect((await setQuota(member, { memes: 2, megabytes: null })).body.message).toBe('The quota has been saved.')
    expect((await upload(member)).status).toBe(201)
    expect((await upload(member)).body.code).toBe('upload.quotaMemes')
    await setQuota(member, { memes: 0, megabytes: 0 })
    expect((await upload(member)).status).toBe(201)
    const found = await app.call('GET', `/admin/people?q=${member.user.username}`, { token: admin.token })
    expect(found.body.data[0]).toMatchObject({ stored: { memes: 3 }, quota: { memes: 0, megabytes: 0 } })
    await buildMeme(app, { user: admin.user })
    await buildMeme(app, { user: admin.user })
    await operate(app.deps, 'user', 'quota', admin.user.username, '--memes', '2')
    await expect(buildMeme(app, { user: admin.user })).rejects.toMatchObject({ code: 'upload.quotaMemes' })
    await operate(app.deps, 'user', 'quota', admin.user.username, '--memes', 'site')
    await buildMeme(app, { user: admin.user })
    const log = await app.call('GET', '/moderation/log?limit=10', { token: admin.token })
    expect(log.body.data).toContainEqual(
      expect.objectContaining({ action: 'quota', reason: 'site MB, 2 memes → 0 MB, 0 memes' }),
    )
  })

  test('is shown and set on the command line', async () => {
    const member = await buildMember(app)
    const { username } = member.user
    await put({ memesPerMember: 5 })
    const run = (...words: string[]) => operate(app.deps, 'user', 'quota', username, ...words)
    expect(await run()).toEqual({ code: 0, lines: [`${username}: 0 MB of unlimited, 0 of 5 memes`] })
    expect((await run('--mb', '500', '--memes=0')).lines).toEqual([`${username}: 0 MB of 500 MB, 0 of unlimited memes`])
    expect((await run('--mb', 'site')).lines).toEqual([`${username}: 0 MB of unlimited, 0 of unlimited memes`])
    expect(await run('--mb', 'much')).toEqual({ code: 1, lines: [expect.stringContaining('a whole number')] })
    expect(await run('--mb', '99999999')).toEqual({ code: 1, lines: [expect.stringContaining('at most')] })
  })

  test('does not count memes that a moderator removed, which the member cannot delete', async () => {
    const member = await buildMember(app)
    await put({ memesPerMember: 1 })
    const meme = await buildMeme(app, { user: member.user })
    await removeMeme(app.deps, null, meme.id, 'Spam')
    expect(await useOf(member)).toMatchObject({ memes: 0, bytes: 0 })
    expect((await upload(member)).status).toBe(201)
    await restoreMeme(app.deps, null, meme.id, 'Fine')
    expect(await useOf(member)).toMatchObject({ memes: 2 })
  })
})

describe('the site’s quota', () => {
  test('applies to everyone, and is shown', async () => {
    const member = await buildMember(app)
    const { memes } = await findSiteUse(app.db)
    await put({ memesOfSite: memes + 1 })
    expect((await upload(admin)).status).toBe(201)
    for (const uploader of [member, admin]) {
      const refused = await upload(uploader)
      expect([refused.status, refused.body.code]).toEqual([409, 'upload.siteFull'])
    }
    expect(await storageOf(member)).toMatchObject({ isSiteFull: true })
    const numbers = await app.call('GET', '/admin/numbers', { token: admin.token })
    expect(numbers.body.data.totals).toMatchObject({ memesMax: memes + 1, storageBytesMax: null })
  })

  test('of megabytes refuses a picture that does not fit', async () => {
    const { bytes } = await findSiteUse(app.db)
    const rest = Math.ceil(bytes / megabyte) * megabyte - bytes - 1
    await app.db.insertInto('storage_changes').values({ memes: 0, bytes: rest }).execute()
    await put({ megabytesOfSite: Math.ceil(bytes / megabyte) })
    await expect(buildMeme(app, { user: admin.user })).rejects.toMatchObject({ code: 'upload.siteFull' })
    await app.db.insertInto('storage_changes').values({ memes: 0, bytes: -rest }).execute()
    await buildMeme(app, { user: admin.user })
  })

  test('cannot be exceeded by members who upload at the same time', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)))
    const { memes } = await findSiteUse(app.db)
    await put({ memesOfSite: memes + 2 })
    const outcomes = await Promise.allSettled(members.map(({ user }) => buildMeme(app, { user })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await findSiteUse(app.db)).memes).toBe(memes + 2)
  })

  test('near it, an upload waits until the one before has committed', async () => {
    await put({ memesOfSite: (await findSiteUse(app.db)).memes + 1 })
    const settings = await readSettings(app.db)
    const one = { memes: 1, bytes: 0 }
    const [checked, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = withTransaction(app.db, async (tx) => {
      await requireSiteRoom(tx, settings, one)
      await tx.insertInto('storage_changes').values(one).execute()
      checked.resolve()
      await finish.promise
    })
    await checked.promise
    const second = withTransaction(app.db, (tx) => requireSiteRoom(tx, settings, one))
    const refused = expect(second).rejects.toMatchObject({ code: 'upload.siteFull' })
    // Without the lock, the second check ends meanwhile.
    await Promise.race([second.catch(() => {}), sleep(500)])
    finish.resolve()
    await Promise.all([first, refused])
    await app.db.insertInto('storage_changes').values({ memes: -1, bytes: 0 }).execute()
  })
})

describe('every way in', () => {
  test('a bulk upload adds what fits, and names the other files with a sentence', async () => {
    const member = await buildMember(app)
    const client = createBulkClient(app, member.token)
    await put({ memesPerMember: 2 })
    const { uploadId } = (await client.send(await pictureParts(4))).body
    const { successCount, allResults } = await client.finished(uploadId)
    expect(successCount).toBe(2)
    const refused = allResults.filter(({ status }: { status: string }) => status === 'failed')
    expect(refused).toHaveLength(2)
    for (const file of refused)
      expect(file).toMatchObject({ code: 'upload.quotaMemes', message: expect.stringContaining('Delete some') })
    // Nothing is received for a member without room.
    expect((await client.send(await pictureParts(1))).body.code).toBe('upload.quotaMemes')
    const declared = { files: [{ size: 1000, name: 'a', key: unique() }] }
    const answer = await app.call('POST', '/meme/bulk', { token: member.token, body: declared })
    expect([answer.status, answer.body.code]).toEqual([409, 'upload.quotaMemes'])
    expect(await client.stagedInTheEnd()).toEqual([])
    await put(NONE)
    const again = await client.finished((await client.send(await pictureParts(2))).body.uploadId)
    expect(again.successCount).toBe(2)
  })

  const site = importingSite(() => app)
  test('an import stops at the quota, and continues when there is room', async () => {
    await put({ memesPerMember: 1 })
    for (const name of ['one', 'two', 'three']) await site.put(`${name}.png`, await site.picture(name))
    const stopped = await site.run('')
    expect(stopped.lines.join('\n')).toContain("You've reached your limit of memes.")
    expect(await site.memesOf()).toHaveLength(1)
    await put(NONE)
    await site.run('')
    expect(await site.memesOf()).toHaveLength(3)
  })
})

test('the counters equal a recount after uploads, deletions, moderation, and the end of an account', async () => {
  const expectTrue = async () => {
    const { counted, real } = await storedTotals(app.db)
    expect(counted).toEqual(real)
  }
  const [member, friend] = [await buildMember(app), await buildMember(app)]
  const bytes = await randomPicture(unique())
  // Members share the files of equal pictures.
  const [own, shared] = [
    await buildMeme(app, { user: member.user }),
    await buildMeme(app, { user: member.user, bytes }),
    await buildMeme(app, { user: friend.user, bytes }),
  ]
  await expectTrue()
  await removeMeme(app.deps, null, own.id, 'Spam')
  await app.call('DELETE', `/meme/${shared.id}`, { token: member.token })
  await app.call('POST', `/meme/${shared.id}/restore`, { token: member.token })
  await expectTrue()
  await app.db.deleteFrom('memes').where('id', '=', shared.id).execute()
  await sweepBlobs(app.deps)
  await expectTrue()
  expect((await app.call('DELETE', '/users/me', { token: member.token })).status).toBe(200)
  await expectTrue()
  await sweepBlobs(app.deps)
  await expectTrue()
  const rows = await app.db.selectFrom('storage_changes').select('id').execute()
  expect(rows.length).toBeLessThan(10)
})
