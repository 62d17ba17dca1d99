import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createMeaningModel } from '#server/platform/meaning/meaning-model.ts'
import { readModelFolder } from '#server/platform/meaning/model-folder.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { pictureForm } from '#test/multipart.ts'
import { writeTinyClip } from '#test/tiny-clip.ts'
import { embedLibrary } from './embed-meme.ts'
import { embedMissing } from './jobs.ts'

const root = mkdtempSync(path.join(tmpdir(), 'memeroom-meaning-'))
afterAll(() => rmSync(root, { recursive: true }))
const RED = [1, -1, -1] as const
const GREEN = [-1, 1, -1] as const
const BLUE = [-1, -1, 1] as const
const first = path.join(root, 'first')
const second = path.join(root, 'second')

writeTinyClip(first, { words: { red: RED, đỏ: RED, green: GREEN, blue: BLUE } })
writeTinyClip(second, { words: { red: RED, crimson: RED, green: GREEN, blue: BLUE }, dimensions: 8 })
const app = await appForFile({ clip: readModelFolder(first) })
await embedMissing(app.deps)
const member = await buildMember(app)

const flat = (background: string) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer()
const upload = async (name: string, color: string): Promise<string> => {
  const answer = await app.call('POST', '/meme', { token: member.token, ...pictureForm(await flat(color), { name }) })
  expect(answer.status).toBe(201)
  return answer.body.data._id
}
const searchKinds = async (q: string): Promise<string[]> => {
  const answer = await app.call('GET', `/vector-search/text?translate=off&q=${encodeURIComponent(q)}`)
  return answer.body.data.map(({ matchKind }: { matchKind: string }) => matchKind)
}
const search = async (q: string): Promise<[string, string[]][]> => {
  const answer = await app.call('GET', `/vector-search/text?translate=off&q=${encodeURIComponent(q)}`)
  expect(answer.status).toBe(200)
  return answer.body.data.map(({ _id, matched }: { _id: string; matched: string[] }) => [_id, matched])
}
const meanings = () => app.db.selectFrom('meme_meanings').select(['meme_id', 'model']).orderBy('meme_id').execute()
const found = (q: string, expected: [string, string[]][]) =>
  expect.poll(() => search(q), { timeout: 20_000, interval: 100 }).toEqual(expected)

describe('with a model', () => {
  test('a new picture is found by its content in either language, ranked between full and partial word matches', async () => {
    const red = await upload('untitled one', '#e01818')
    const named = await upload('red carpet', '#18e018')
    const partial = await upload('carpet seller', '#1818e0')
    await found('đỏ', [[red, ['meaning']]])
    await found('red carpet', [
      [named, ['name']],
      [red, ['meaning']],
      [partial, ['name']],
    ])
    expect(await searchKinds('red carpet')).toEqual(['allWords', 'meaning', 'someWords'])
    expect(await search('"red carpet"')).toEqual([[named, ['name']]])
    expect(await search('zzqxv')).toEqual([])
  })

  test('another model takes over in the background and resumes after a stop', async () => {
    const before = await meanings()
    expect(before.length).toBeGreaterThanOrEqual(3)
    await app.deps.meaning?.close()
    app.deps.meaning = createMeaningModel(readModelFolder(second))
    const { id } = app.deps.meaning
    const done = async () => (await meanings()).filter(({ model }) => model === id).length

    const after = await embedLibrary(app.deps, '00000000-0000-0000-0000-000000000000', { forMilliseconds: 0 })
    expect(after).toBe(before[0]?.meme_id)
    expect(await done()).toBe(1)
    await embedMissing(app.deps)
    await expect.poll(done, { timeout: 20_000, interval: 100 }).toBe(before.length)

    const crimson = await search('crimson')
    expect(crimson.map(([, matched]) => matched)).toEqual([['meaning']])
    // Visitors share a response for a second.
    await found('đỏ', [])
    const indexes = () =>
      app.db
        .selectFrom('pg_indexes' as never)
        .select('indexname' as never)
        .where('tablename' as never, '=', 'meme_meanings' as never)
        .execute()
    await expect
      .poll(async () => JSON.stringify(await indexes()), { timeout: 20_000, interval: 100 })
      .not.toContain(readModelFolder(first).id)
    expect(JSON.stringify(await indexes())).toContain(id)
  })

  test('skips a picture that cannot be decoded for good, and removes the data of a deleted meme', async () => {
    const [lost, gone] = [await buildMeme(app, { user: member.user }), await buildMeme(app, { user: member.user })]
    await app.deps.blobs.remove(lost.blob_small)
    const rest = await embedLibrary(app.deps, '00000000-0000-0000-0000-000000000000', { forMilliseconds: 60_000 })
    expect(rest).toBeNull()
    const row = await app.db
      .selectFrom('meme_meanings')
      .select('meaning')
      .where('meme_id', '=', lost.id)
      .executeTakeFirst()
    expect(row).toEqual({ meaning: null })
    await app.db.deleteFrom('memes').where('id', '=', gone.id).execute()
    expect((await meanings()).map(({ meme_id }) => meme_id)).not.toContain(gone.id)
  })

  test('a missing model does not affect a search by words', async () => {
    const named = await upload('sturdy green door', '#20d020')
    const { meaning } = app.deps
    app.deps.meaning = createMeaningModel({ ...readModelFolder(second), dir: path.join(root, 'nowhere') })
    expect((await search('sturdy door'))[0]).toEqual([named, ['name']])
    app.deps.meaning = meaning
  })
})
