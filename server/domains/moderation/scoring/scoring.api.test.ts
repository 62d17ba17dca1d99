import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { UnreadablePicture } from '#server/platform/scoring/picture-scorer.ts'
import { type BuiltMember, buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { poll } from '#test/poll.ts'
import { randomPicture } from '#test/random-picture.ts'
import { scorePictureJob } from './jobs.ts'

let owner: BuiltMember
/** Produces the model's score, or its failure. */
let answer: () => Promise<number>
let asked = 0
const scorer = {
  score: () => {
    asked += 1
    return answer()
  },
  close: async () => {},
}
const app = await appForFile({}, { scorer })
const admin = await buildMember(app, { role: 'admin' })
beforeEach(async () => {
  owner = await buildMember(app)
  await change({ sensitiveScoring: true, sensitiveThreshold: 80, sensitiveReview: false })
})

const change = (body: object) => app.call('PUT', '/admin/settings', { token: admin.token, body })
const setScore = (score: number) => {
  answer = async () => score
}

let counter = 0
async function upload(fields: Record<string, string> = {}): Promise<string> {
  counter += 1
  const form = pictureForm(await randomPicture(`scored ${counter}`), { name: `Scored ${counter}`, ...fields })
  const made = await app.call('POST', '/meme', { token: owner.token, ...form })
  expect(made.status).toBe(201)
  return made.body.data._id
}

const rowOf = (id: string) =>
  app.db
    .selectFrom('memes')
    .select(['status', 'sensitive_by', 'sensitive_score'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const scored = (id: string) =>
  poll(async () => ((await rowOf(id)).sensitive_score === null ? undefined : rowOf(id)), {
    withinMs: 10_000,
    everyMs: 20,
    missing: 'the picture was not scored',
  })
const stateOfJob = async (memeId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from jobs.job where name = ${scorePictureJob.name} and data ->> 'memeId' = ${memeId}`.execute(app.db)
  return rows[0]?.state
}
const noticesOf = async ({ token }: BuiltMember) =>
  (await app.call('GET', '/notifications', { token })).body.data.map(
    ({ detail }: { detail: { action: string } }) => detail.action,
  )
const logOf = async (id: string) =>
  (await app.call('GET', `/moderation/log?memeId=${id}`, { token: admin.token })).body.data.map(
    ({ action, reason }: { action: string; reason: string }) => [action, reason],
  )

test('a score under the threshold only stores the score', async () => {
  setScore(0.79)
  const id = await upload()
  expect(await scored(id)).toMatchObject({ status: 'ready', sensitive_by: null })
  expect((await rowOf(id)).sensitive_score).toBeCloseTo(0.79, 5)
  expect([await noticesOf(owner), await logOf(id)]).toEqual([[], []])
})

test('a score above the threshold marks the meme and notifies the uploader; only a moderator can unmark it', async () => {
  setScore(0.8)
  const id = await upload()
  expect(await scored(id)).toMatchObject({ status: 'ready', sensitive_by: 'model' })
  expect([await noticesOf(owner), await logOf(id)]).toEqual([['autoSensitive'], [['autoSensitive', '80 %']]])
  const edited = await app.call('PATCH', `/meme/${id}`, { token: owner.token, body: { sensitive: false } })
  expect(edited.body.data.sensitive).toBe(true)
  const body = { sensitive: false, reason: 'A sculpture' }
  const unmarked = await app.call('POST', `/moderation/memes/${id}/sensitive`, { token: admin.token, body })
  expect(unmarked.status).toBe(200)
  expect((await rowOf(id)).sensitive_by).toBe(null)
  // An edit does not run the model again.
  const before = asked
  await app.call('PATCH', `/meme/${id}`, { token: owner.token, body: { name: 'Renamed' } })
  const other = await upload()
  await scored(other)
  expect([asked - before, (await rowOf(id)).sensitive_by]).toEqual([1, null])
})

test('with the review setting the meme waits for a moderator and stays marked after approval', async () => {
  await change({ sensitiveReview: true })
  setScore(0.93)
  const visitor = { token: (await buildMember(app)).token }
  const id = await upload()
  expect(await scored(id)).toMatchObject({ status: 'review', sensitive_by: 'model' })
  expect((await app.call('GET', `/meme/${id}`, visitor)).status).toBe(404)
  expect((await app.call('GET', `/meme/${id}`, { token: owner.token })).body.data.status).toBe('review')
  expect((await app.call('GET', '/users/me', { token: owner.token })).body.data.stats.memesCount).toBe(0)
  const queue = await app.call('GET', '/moderation/queue?limit=100', { token: admin.token })
  expect(queue.body.data.map(({ memeId }: { memeId: string }) => memeId)).toContain(id)
  const { blob_medium } = await app.db
    .selectFrom('memes')
    .select('blob_medium')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const picture = await app.app.inject({ method: 'GET', url: `/media/${blob_medium}` })
  expect(picture.statusCode).toBe(200)
  await app.call('POST', `/moderation/memes/${id}/approve`, { token: admin.token, body: {} })
  expect((await app.call('GET', `/meme/${id}`, visitor)).body.data.sensitive).toBe(true)
  expect((await app.call('GET', '/users/me', { token: owner.token })).body.data.stats.memesCount).toBe(1)
  expect(await noticesOf(owner)).toEqual(['approved', 'autoReview'])
})

test('a mark by the uploader stays, whatever the score is', async () => {
  setScore(0.01)
  const id = await upload({ sensitive: 'true' })
  expect(await scored(id)).toMatchObject({ sensitive_by: 'uploader' })
})

test('a changed threshold applies from the next picture', async () => {
  setScore(0.5)
  await change({ sensitiveThreshold: 50 })
  expect(await scored(await upload())).toMatchObject({ sensitive_by: 'model' })
  for (const sensitiveThreshold of [0, 101, 1.5, -1]) expect((await change({ sensitiveThreshold })).status).toBe(400)
})

test('uploads succeed with an unreadable picture, a failing model or scoring off', async () => {
  const failing = [new UnreadablePicture('truncated'), new Error('the model is gone')]
  for (const error of failing) {
    answer = () => Promise.reject(error)
    const before = asked
    const id = await upload()
    await poll(async () => (asked > before ? true : undefined), {
      withinMs: 10_000,
      everyMs: 20,
      missing: 'nobody asked the model',
    })
    expect(await rowOf(id)).toMatchObject({ status: 'ready', sensitive_by: null, sensitive_score: null })
  }
  await change({ sensitiveScoring: false })
  setScore(1)
  const [off, before] = [await upload(), asked]
  await expect.poll(() => stateOfJob(off), { timeout: 10_000 }).toBe('completed')
  await change({ sensitiveScoring: true })
  await scored(await upload())
  expect([asked - before, (await rowOf(off)).sensitive_score]).toEqual([1, null])
})

test('the admin settings state that the server can score pictures', async () => {
  const settings = await app.call('GET', '/admin/settings', { token: admin.token })
  expect(settings.body.canScorePictures).toBe(true)
})
