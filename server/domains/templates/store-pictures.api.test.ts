import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { REPAIRS_AT_ONCE_MAX } from '#contract/limits.ts'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { storePictureWords } from '#server/domains/search/indexing/text-queries.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { ServiceDownError } from '#server/platform/unavailable.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { templatePicturesJob, templatePicturesWorker } from './jobs.ts'
import { findStalePictures, markPictureStale } from './picture-queries.ts'
import { storePicture, storeTemplatePictures } from './store-pictures.ts'

let id: string
let memes: string[]
let seed = 0

const app = await appForFile()
// The job runs every minute, and would compose pictures beside the tests.
await sql`delete from jobs.schedule where name = ${templatePicturesJob.name}`.execute(app.db)
const member = await buildMember(app)

beforeEach(async () => {
  seed += 1
  memes = []
  for (const text of ['FIRST', 'SECOND ONE', '\n\n\nTHIRD']) memes.push(await addMeme(text))
  await compareNewMemes(app.deps)
  id = (await app.call('GET', `/meme/${memes[0]}`)).body.data.templateId
  await store()
})

async function addMeme(text: string): Promise<string> {
  const bytes = await captionedPicture({ seed: `otter ${seed}`, text })
  return (await buildMeme(app, { user: member.user, name: 'otter', bytes })).id
}
/** Composes until no template is noted: a picture with a meme that another job is changing waits for the next run. */
const store = () =>
  vi.waitFor(
    async () => {
      await templatePicturesWorker(app.deps).handle({}, AbortSignal.timeout(60_000))
      expect(await findStalePictures(app.db, 1)).toEqual([])
    },
    { timeout: 30_000, interval: 100 },
  )
const shown = async (token?: string): Promise<string | null> =>
  (await app.call('GET', `/template/${id}`, token ? { token } : {})).body.data.picture
const fileStatus = async (path: string | null) => (await app.app.inject({ url: path ?? '/none' })).statusCode
const row = () => app.db.selectFrom('template_pictures').selectAll().where('template_id', '=', id).executeTakeFirst()

test('the page of a template names its stored picture, which the picture call returns too', async () => {
  const path = await shown()
  const file = await app.app.inject({ url: path ?? '' })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp'])
  const answer = await app.app.inject({ url: `/api/template/${id}/picture` })
  expect(answer.rawPayload.equals(file.rawPayload)).toBe(true)
  expect((await row())?.meme_ids.toSorted()).toEqual(memes.toSorted())
})

test.each([
  ['deleted', (meme: string) => app.call('DELETE', `/meme/${meme}`, { token: member.token })],
  ['marked as sensitive', (meme: string) => changeMemes(app.db, meme, { sensitive_by: 'uploader' })],
  ['put into review', (meme: string) => changeMemes(app.db, meme, { status: 'review' })],
])('the file is gone as soon as one of its memes is %s, and the next one is without it', async (_how, change) => {
  const path = await shown()
  await change(memes[1] ?? '')
  expect([await shown(), await fileStatus(path), await row()]).toEqual([null, 404, undefined])
  await store()
  expect(await fileStatus(await shown())).toBe(200)
  expect((await row())?.meme_ids).not.toContain(memes[1])
})

test('no picture is stored of a single meme that every visitor may see', async () => {
  for (const meme of memes.slice(1)) await app.call('DELETE', `/meme/${meme}`, { token: member.token })
  await store()
  expect(await row()).toBeUndefined()
})

test('a member who hides one of its creators gets another picture', async () => {
  const reader = await buildMember(app)
  const path = await shown(reader.token)
  expect(await fileStatus(path)).toBe(200)
  const other = await buildMember(app)
  await changeMemes(app.db, memes[2] ?? '', { user_id: other.user.id })
  await app.call('POST', `/users/${other.user.id}/mute`, { token: reader.token })
  expect([await shown(reader.token), await shown()]).toEqual([null, path])
  const call = { url: `/api/template/${id}/picture`, headers: { authorization: `Bearer ${reader.token}` } }
  const own = await app.app.inject(call)
  expect(own.statusCode).toBe(200)
  expect(own.rawPayload.equals((await app.app.inject({ url: path ?? '' })).rawPayload)).toBe(false)
})

test('a new meme and newly read words change the picture; other changes do not', async () => {
  const first = await shown()
  await store()
  expect(await shown()).toBe(first)
  await addMeme('\n\n\n\nONE MORE')
  await compareNewMemes(app.deps)
  await store()
  expect((await row())?.meme_ids).toHaveLength(4)
  const second = await shown()
  expect(second).not.toBe(first)
  const words = [{ text: 'WORD', x: 0, y: 0.5, width: 1, height: 0.4 }]
  for (const meme of memes) await withTransaction(app.db, (tx) => storePictureWords(tx, meme, words, 1))
  await store()
  expect(await shown()).not.toBe(second)
})

describe('a repair', () => {
  const DOT = { points: [{ x: 0.5, y: 0.5 }], size: 0.2 }
  const repair = async (body: object) => {
    const { token } = await buildMember(app, { role: 'moderator' })
    return app.call('PUT', `/template/${id}/picture`, { token, body })
  }
  /** Returns the color in the middle of the stored picture, in steps of 16. */
  const middle = async () => {
    const { rawPayload } = await app.app.inject({ url: (await shown()) ?? '' })
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
    const at = (Math.round(info.height / 2) * info.width + Math.round(info.width / 2)) * info.channels
    return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 16))
  }
  /** A meme of the template with a white middle. */
  const addWhite = async () => {
    const bytes = await captionedPicture({ seed: `otter ${seed}`, text: 'WHITE' })
    const white = await sharp({ create: { width: 150, height: 150, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const picture = await sharp(bytes)
      .composite([{ input: white }])
      .png()
      .toBuffer()
    const meme = await buildMeme(app, { user: member.user, name: 'otter', bytes: picture })
    await compareNewMemes(app.deps)
    await app.db.updateTable('meme_templates').set({ template_id: id }).where('meme_id', '=', meme.id).execute()
    await store()
    return meme.id
  }

  test('takes pixels from a meme, stays when memes join, and goes with that meme', async () => {
    const white = await addWhite()
    const before = await middle()
    const answer = await repair({ repairs: [{ ...DOT, memeId: white }] })
    expect([answer.status, answer.body.data.picture]).toEqual([200, await shown()])
    expect(await middle()).toEqual([16, 16, 16])
    await addMeme('\n\n\nLATER')
    await compareNewMemes(app.deps)
    await store()
    expect(await middle()).toEqual([16, 16, 16])
    await app.call('DELETE', `/meme/${white}`, { token: member.token })
    expect(await row()).toBeUndefined()
    await store()
    expect(await middle()).toEqual(before)
  })

  test('is logged, and starting over removes it', async () => {
    const first = await shown()
    expect((await repair({ repairs: [DOT] })).body.data.picture).not.toBe(first)
    expect((await repair({ repairs: [], startOver: true })).body.data.picture).toBe(first)
    const log = await app.db.selectFrom('moderation_log').select('reason').where('target_id', '=', id).execute()
    expect(log.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('with 1 repairs'),
      expect.stringContaining('without its earlier repairs'),
    ])
  })

  test('is refused from a meme of another template, and beyond the limit', async () => {
    const other = await buildMeme(app, { user: member.user, name: 'heron' })
    const refused = await repair({ repairs: [{ ...DOT, memeId: other.id }] })
    expect([refused.status, refused.body.code]).toEqual([404, 'meme.notFound'])
    const forty = Array.from({ length: REPAIRS_AT_ONCE_MAX }, () => ({ ...DOT, size: 0.01 }))
    const statuses = []
    for (let nth = 0; nth < 3; nth += 1) statuses.push((await repair({ repairs: forty })).status)
    expect(statuses).toEqual([200, 200, 409])
  })

  test('is not lost to a run that began before', async () => {
    await withTransaction(app.db, (tx) => markPictureStale(tx, id))
    const stored: (string | null)[] = [await shown()]
    const put: typeof app.deps.blobs.put = async (...file) => {
      stored.push((await repair({ repairs: [DOT] })).body.data.picture)
      return app.deps.blobs.put(...file)
    }
    await storeTemplatePictures({ ...app.deps, blobs: { ...app.deps.blobs, put } }, AbortSignal.timeout(60_000))
    const [older, newer] = stored
    expect(newer).not.toBe(older)
    expect(await shown()).toBe(newer)
  })
})

test('the file of a replaced picture is gone, since no removal of a meme would find it later', async () => {
  const path = await shown()
  await addMeme('\n\n\n\nONE MORE')
  await compareNewMemes(app.deps)
  await store()
  expect([await fileStatus(path), await fileStatus(await shown())]).toEqual([404, 200])
})

test('a picture waits for the storage to be back', async () => {
  const path = await shown()
  await withTransaction(app.db, (tx) => markPictureStale(tx, id))
  const blobs = { ...app.deps.blobs, read: () => Promise.reject(new ServiceDownError('down')) }
  await expect(storeTemplatePictures({ ...app.deps, blobs }, AbortSignal.timeout(60_000))).rejects.toThrow('down')
  expect((await findStalePictures(app.db, 100)).map(({ templateId }) => templateId)).toContain(id)
  await store()
  expect([await shown(), await findStalePictures(app.db, 100)]).toEqual([path, []])
})

const compose = (deps: typeof app.deps) => storeTemplatePictures(deps, AbortSignal.timeout(60_000))

describe('two nodes', () => {
  test('do not compose one picture at the same time, and leave none out', async () => {
    const path = await shown()
    await withTransaction(app.db, (tx) => markPictureStale(tx, id))
    const other = await app.anotherNode()
    let reads = 0
    const counted: typeof app.deps.blobs.read = (key) => {
      reads += 1
      return other.deps.blobs.read(key)
    }
    const put: typeof app.deps.blobs.put = async (...file) => {
      // A change in the meantime is left to the next run.
      await withTransaction(app.db, (tx) => markPictureStale(tx, id))
      await compose({ ...other.deps, blobs: { ...other.deps.blobs, read: counted } })
      return app.deps.blobs.put(...file)
    }
    await compose({ ...app.deps, blobs: { ...app.deps.blobs, put } })
    await other.app.close()
    expect(reads).toBe(0)
    await store()
    expect([await shown(), await findStalePictures(app.db, 100)]).toEqual([path, []])
  })

  test('one composes the picture of the other if that has stopped', async () => {
    await withTransaction(app.db, (tx) => markPictureStale(tx, id))
    const taken = (seconds: number) =>
      sql`update stale_template_pictures set taken_until = now() + make_interval(secs => ${seconds})`.execute(app.db)
    await taken(60)
    await compose(app.deps)
    const { count } = await app.db
      .selectFrom('stale_template_pictures')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThan(0)
    await taken(-1)
    await store()
  })
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a picture with a meme that is being changed waits for the next run, not for the change',
  async () => {
    await withTransaction(app.db, (tx) => markPictureStale(tx, id))
    const stored = await row()
    await withTransaction(app.db, async (tx) => {
      await sql`select from memes where id = ${memes[1]} for no key update`.execute(tx)
      await storePicture(app.deps, id)
    })
    expect(await row()).toEqual(stored)
    expect((await findStalePictures(app.db, 100)).map(({ templateId }) => templateId)).toContain(id)
  },
)
