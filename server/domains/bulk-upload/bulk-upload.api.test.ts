import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, createTestApp, type TestApp } from '#test/app.ts'
import { readEvents } from '#test/event-stream.ts'
import { buildMember, buildMeme, unique } from '#test/factories.ts'
import { multipart, type Part } from '#test/multipart.ts'
import * as pictures from '#test/pictures.ts'
import { randomPicture } from '#test/random-picture.ts'

let app: TestApp
let token: string
let userId: string
let origin: string
beforeAll(async () => {
  app = await createTestApp()
  const member = await buildMember(app)
  token = member.token
  userId = member.user.id
  origin = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const small = () => randomPicture(unique(), { width: 80, height: 60 })
const picture = async (fileName: string, bytes?: Buffer): Promise<Part> => ({
  name: 'images',
  value: bytes ?? (await small()),
  fileName,
})
const several = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => picture(`number ${at}.png`)))
const memes = (list: unknown): Part => ({ name: 'memes', value: JSON.stringify(list) })
const send = (parts: Part[], as = token) => app.call('POST', '/meme/bulk', { token: as, ...multipart(parts) })
const status = (uploadId: string, as = token) => app.call('GET', `/meme/bulk/status/${uploadId}`, { token: as })

async function finished(uploadId: string): Promise<Answer['body']> {
  const until = Date.now() + 25_000
  for (;;) {
    const { body } = await status(uploadId)
    if (body.status !== 'processing') return body
    if (Date.now() > until) throw new Error(`not finished: ${JSON.stringify(body)}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

const staged = () => readdir(path.join(app.dataDir, 'staging'))

/** What is staged once the work that still runs has put its own files away. */
async function stagedInTheEnd(): Promise<string[]> {
  for (let tries = 0; tries < 100 && (await staged()).length > 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return staged()
}

describe('sending many pictures', () => {
  test('makes a meme of each, with the words of the same place in the list, whatever the order of the fields', async () => {
    const names = [{ name: 'first', description: 'one #cats' }, { name: '' }, {}]
    const files = [await picture('a.png'), await picture('chuyện mèo.png'), await picture('C:\\pics\\third one.png')]
    for (const parts of [
      [memes(names), ...files],
      [...(await several(3)).slice(0, 2), memes(names), await picture('x.png')],
    ]) {
      const answer = await send(parts)
      expect(answer.status).toBe(202)
      expect(answer.body).toEqual({ success: true, uploadId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
      const end = await finished(answer.body.uploadId)
      expect(end).toMatchObject({
        success: true,
        type: 'completed',
        status: 'completed',
        totalFiles: 3,
        processedFiles: 3,
        successCount: 3,
        failedCount: 0,
        percentage: 100,
        estimatedTimeRemaining: 0,
        currentFile: null,
      })
      expect(end.allResults.map((file: { index: number; status: string }) => [file.index, file.status])).toEqual([
        [0, 'done'],
        [1, 'done'],
        [2, 'done'],
      ])
      const first = await app.call('GET', `/meme/${end.allResults[0].memeId}`)
      expect(first.body.data).toMatchObject({
        name: 'first',
        description: 'one #cats',
        tag: ['cats'],
        location: 'bulk',
        userId,
      })
    }
    expect(await stagedInTheEnd()).toEqual([])
  })

  test('names come from the files where none are given, in any script', async () => {
    const answer = await send([await picture('chuyện mèo.png'), await picture('C:\\pics\\third one.png')])
    const end = await finished(answer.body.uploadId)
    expect(end.allResults.map((file: { fileName: string }) => file.fileName)).toEqual([
      'chuyện mèo.png',
      'third one.png',
    ])
    const names = await Promise.all(
      end.allResults.map(
        async (file: { memeId: string }) => (await app.call('GET', `/meme/${file.memeId}`)).body.data.name,
      ),
    )
    expect(names).toEqual(['chuyện mèo', 'third one'])
  })

  test('fifty at once all arrive', async () => {
    const answer = await send(await several(50))
    expect(answer.status).toBe(202)
    expect(await finished(answer.body.uploadId)).toMatchObject({ totalFiles: 50, successCount: 50, failedCount: 0 })
    const rows = await app.db
      .selectFrom('upload_files')
      .select('meme_id')
      .where('upload_id', '=', answer.body.uploadId)
      .execute()
    expect(new Set(rows.map((row) => row.meme_id)).size).toBe(50)
  }, 60_000)

  test('bad pictures among good ones fail alone, each with its reason in the asked language', async () => {
    const answer = await send([
      await picture('good.png'),
      await picture('words.jpg', pictures.textFile()),
      await picture('empty.png', Buffer.alloc(0)),
      await picture('cut.jpg', await pictures.truncatedJpeg()),
      await picture('bomb.gif', pictures.gifBomb()),
    ])
    expect(answer.status).toBe(202)
    const end = await finished(answer.body.uploadId)
    expect(end).toMatchObject({ status: 'completed', successCount: 1, failedCount: 4, percentage: 100 })
    expect(end.allResults.map((file: { code?: string }) => file.code)).toEqual([
      undefined,
      'image.unsupportedType',
      'image.empty',
      'image.undecodable',
      'image.tooManyPixels',
    ])
    const inVietnamese = await app.call('GET', `/meme/bulk/status/${answer.body.uploadId}`, {
      token,
      headers: { 'accept-language': 'vi' },
    })
    expect(inVietnamese.body.allResults[2].message).not.toBe(end.allResults[2].message)
    expect(await stagedInTheEnd()).toEqual([])
  })

  test('an upload of which no file can be read is finished when it is answered', async () => {
    const answer = await send([await picture('words.jpg', pictures.textFile())])
    expect((await status(answer.body.uploadId)).body).toMatchObject({
      status: 'completed',
      failedCount: 1,
      percentage: 100,
    })
  })

  test('what the site has already is skipped with its place, or kept when asked for', async () => {
    const bytes = await small()
    const meme = await buildMeme(app, { bytes })
    const skipped = await send([await picture('again.png', bytes), await picture('new.png')])
    const end = await finished(skipped.body.uploadId)
    expect(end).toMatchObject({ status: 'completed', successCount: 1, failedCount: 1 })
    expect(end.allResults[0]).toMatchObject({ status: 'failed', code: 'meme.duplicate', duplicateOf: meme.id })
    const kept = await send([await picture('again.png', bytes), { name: 'duplicates', value: 'keep' }])
    expect(await finished(kept.body.uploadId)).toMatchObject({ successCount: 1, failedCount: 0 })
  })

  test('the same picture twice in one upload is one meme', async () => {
    const bytes = await small()
    const answer = await send([await picture('a.png', bytes), await picture('b.png', bytes)])
    expect(await finished(answer.body.uploadId)).toMatchObject({ successCount: 1, failedCount: 1 })
  })
})

describe('an upload that is refused leaves nothing behind', () => {
  const cases: [string, () => Promise<Part[]>, number, string][] = [
    ['no files', async () => [memes([])], 400, 'upload.noFiles'],
    ['fewer names than files', async () => [memes([{}]), ...(await several(2))], 400, 'upload.countMismatch'],
    ['more names than files', async () => [...(await several(1)), memes([{}, {}])], 400, 'upload.countMismatch'],
    [
      'names that are no JSON',
      async () => [...(await several(2)), { name: 'memes', value: '[{' }],
      400,
      'upload.memesInvalid',
    ],
    ['names that are no list', async () => [...(await several(1)), memes({ name: 'x' })], 400, 'upload.memesInvalid'],
    ['names that are no objects', async () => [...(await several(1)), memes(['x'])], 400, 'upload.memesInvalid'],
    [
      'a name of 101 characters',
      async () => [...(await several(2)), memes([{}, { name: 'é'.repeat(101) }])],
      400,
      'request.invalid',
    ],
    ['a 51st file', () => several(51), 400, 'upload.tooManyFiles'],
    ['a 60th file', () => several(60), 400, 'upload.tooManyFiles'],
    [
      'a file over 10 MB among good ones',
      async () => [
        await picture('a.png'),
        await picture('huge one.jpg', await pictures.elevenMegabytes()),
        await picture('c.png'),
      ],
      413,
      'upload.fileTooLarge',
    ],
  ]
  test.each(cases)('%s', async (_name, parts, expectedStatus, code) => {
    const uploads = await app.db.selectFrom('uploads').select('id').execute()
    const body = multipart(await parts())
    for (const answer of [await app.call('POST', '/meme/bulk', { token, ...body }), await overSocket(body)]) {
      expect([answer.status, answer.body.code]).toEqual([expectedStatus, code])
    }
    expect(await stagedInTheEnd()).toEqual([])
    expect(await app.db.selectFrom('uploads').select('id').execute()).toEqual(uploads)
  })

  test('the field out of bounds and the file too large are named', async () => {
    const long = await send([...(await several(2)), memes([{}, { description: 'x'.repeat(501) }])])
    expect(long.body.errors).toMatchObject([{ path: 'memes.1.description', code: 'descriptionMaxLength' }])
    const large = await send([await picture('huge one.jpg', await pictures.elevenMegabytes())])
    expect(large.body).toMatchObject({ message: 'huge one.jpg exceeds 10MB size limit', fileName: 'huge one.jpg' })
  })

  test('a body that is cut off, and a connection that is', async () => {
    const { payload, headers } = multipart(await several(4))
    const cut = await app.call('POST', '/meme/bulk', { token, headers, payload: payload.subarray(0, -80) })
    expect([cut.status, cut.body.code]).toEqual([400, 'request.malformed'])
    const controller = new AbortController()
    const stream = new ReadableStream({
      start(to) {
        to.enqueue(payload.subarray(0, payload.length - 200))
        setTimeout(() => controller.abort(), 200)
      },
    })
    const sending = fetch(`${origin}/api/meme/bulk`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      signal: controller.signal,
      headers: { ...headers, authorization: `Bearer ${token}` },
    } as RequestInit)
    await expect(sending).rejects.toThrow()
    expect(await stagedInTheEnd()).toEqual([])
  })

  test('visitors may not', async () => {
    const answer = await app.call('POST', '/meme/bulk', multipart(await several(1)))
    expect(answer.status).toBe(401)
    expect(await stagedInTheEnd()).toEqual([])
  })

  async function overSocket({
    payload,
    headers,
  }: {
    payload: Buffer
    headers: Record<string, string>
  }): Promise<Answer> {
    const response = await fetch(`${origin}/api/meme/bulk`, {
      method: 'POST',
      body: new Uint8Array(payload),
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    return { status: response.status, headers: {}, body: await response.json() }
  }
})

describe('files sent again', () => {
  test('a whole upload sent again under the same keys is the same upload', async () => {
    const parts = [...(await several(2)), memes([{ key: unique() }, { key: unique() }])]
    const [first, second] = await Promise.all([send(parts), send(parts)])
    const third = await send(parts)
    expect([first.status, second.status, third.status]).toEqual([202, 202, 202])
    expect(new Set([first.body.uploadId, second.body.uploadId, third.body.uploadId]).size).toBe(1)
    expect(await finished(first.body.uploadId)).toMatchObject({ totalFiles: 2, successCount: 2 })
    expect(await stagedInTheEnd()).toEqual([])
  })

  test('only what the server lacks is taken; what failed may come again', async () => {
    const [good, bad, fresh] = [unique(), unique(), unique()]
    const goodFile = await picture('good.png')
    const before = await send([
      goodFile,
      await picture('bad.png', pictures.textFile()),
      memes([{ key: good }, { key: bad }]),
    ])
    await finished(before.body.uploadId)
    const known = await app.call('POST', '/meme/bulk/known', { token, body: { keys: [good, bad, fresh] } })
    expect(known.body.data).toEqual(
      expect.arrayContaining([
        { key: good, uploadId: before.body.uploadId, index: 0, status: 'done' },
        { key: bad, uploadId: before.body.uploadId, index: 1, status: 'failed' },
      ]),
    )
    expect(known.body.data).toHaveLength(2)
    const after = await send([
      goodFile,
      await picture('bad.png'),
      await picture('fresh.png'),
      memes([{ key: good }, { key: bad }, { key: fresh }]),
    ])
    const end = await finished(after.body.uploadId)
    expect(end.allResults.map((file: { index: number; status: string }) => [file.index, file.status])).toEqual([
      [1, 'done'],
      [2, 'done'],
    ])
    expect(end).toMatchObject({ totalFiles: 2, successCount: 2, percentage: 100 })
  })

  test('the keys of others say nothing', async () => {
    const key = unique()
    const mine = await send([...(await several(1)), memes([{ key }])])
    const other = await buildMember(app)
    const known = await app.call('POST', '/meme/bulk/known', { token: other.token, body: { keys: [key] } })
    expect(known.body.data).toEqual([])
    const theirs = await send([...(await several(1)), memes([{ key }])], other.token)
    expect(theirs.body.uploadId).not.toBe(mine.body.uploadId)
    expect((await status(theirs.body.uploadId, other.token)).body.totalFiles).toBe(1)
  })
})

describe('who may look', () => {
  test('an upload of somebody else, an unknown and a malformed one', async () => {
    const { body } = await send(await several(1))
    const other = await buildMember(app)
    for (const kind of ['status', 'progress']) {
      const others = await app.call('GET', `/meme/bulk/${kind}/${body.uploadId}`, { token: other.token })
      expect([others.status, others.body.code]).toEqual([404, 'upload.notFound'])
      const unknown = await app.call('GET', `/meme/bulk/${kind}/0190b1a2-0000-7000-8000-000000000000`, { token })
      expect([unknown.status, unknown.body.code]).toEqual([404, 'upload.notFound'])
      expect((await app.call('GET', `/meme/bulk/${kind}/abc`, { token })).status).toBe(400)
      expect((await app.call('GET', `/meme/bulk/${kind}/${body.uploadId}`)).status).toBe(401)
      expect((await app.call('GET', `/meme/bulk/${kind}/${body.uploadId}?token=${token}`)).status).toBe(401)
    }
    await finished(body.uploadId)
  })
})

describe('the event stream', () => {
  const stream = (uploadId: string, lastEventId?: string) =>
    readEvents(`${origin}/api/meme/bulk/progress/${uploadId}`, { token, ...(lastEventId ? { lastEventId } : {}) })

  test('tells all that happens, never goes backwards, and ends after the end', async () => {
    const { body } = await send(await several(8))
    const { headers, events, ended } = await stream(body.uploadId)
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('cache-control')).toContain('no-transform')
    expect(ended).toBe(true)
    const processed = events.map((event) => event.data.processedFiles)
    expect(processed).toEqual(processed.toSorted((a, b) => a - b))
    const ids = events.map((event) => Number(event.id))
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    const last = events.at(-1)
    expect(last?.data).toMatchObject({ type: 'completed', status: 'completed', percentage: 100, successCount: 8 })
    const asked = await status(body.uploadId)
    expect(last?.data).toEqual(asked.body)
  })

  test('repeats nothing to one who has seen it', async () => {
    const { body } = await send(await several(3))
    await finished(body.uploadId)
    const all = await stream(body.uploadId)
    expect(all.events).toHaveLength(1)
    const again = await stream(body.uploadId, all.events[0]?.id)
    expect([again.status, again.events, again.ended]).toEqual([200, [], true])
    const earlier = await stream(body.uploadId, '1')
    expect(earlier.events.map((event) => event.id)).toEqual([all.events[0]?.id])
  })
})

describe('when the server is at fault', () => {
  test('a file whose work fails goes to the end of the queue, and comes through later', async () => {
    const put = app.deps.blobs.put
    let failures = 0
    app.deps.blobs.put = async (...given) => {
      failures += 1
      if (failures === 1) throw new Error('the disk is away for a moment')
      return put.apply(app.deps.blobs, given)
    }
    try {
      const { body } = await send(await several(4))
      expect(await finished(body.uploadId)).toMatchObject({ successCount: 4, failedCount: 0 })
      const files = await app.db
        .selectFrom('upload_files')
        .selectAll()
        .where('upload_id', '=', body.uploadId)
        .orderBy('finished_at', 'desc')
        .execute()
      expect(files.map((file) => file.attempts)).toEqual([2, 1, 1, 1])
    } finally {
      app.deps.blobs.put = put
    }
  })

  test('a file whose bytes are lost is a named failure', async () => {
    const { body } = await send(await several(1))
    await finished(body.uploadId)
    const meme = (await status(body.uploadId)).body.allResults[0].memeId
    await app.db
      .updateTable('upload_files')
      .set({
        status: 'processing',
        lease_until: new Date(0),
        staged_key: 'gone.source',
        meme_id: null,
        finished_at: null,
      })
      .where('upload_id', '=', body.uploadId)
      .execute()
    const { rescueFiles } = await import('./upkeep.ts')
    await rescueFiles(app.deps)
    const end = await finished(body.uploadId)
    expect(end).toMatchObject({ status: 'error', failedCount: 1 })
    expect(end.allResults[0].code).toBe('upload.interrupted')
    expect(meme).toBeTruthy()
  })

  test('the sweep takes what no row refers to, and nothing else', async () => {
    const { sweepStaged } = await import('./upkeep.ts')
    const { createIntake } = await import('#server/adapters/intake/intake.ts')
    const intake = createIntake({ storageUrl: undefined, blobs: app.deps.blobs, stagingDir: app.deps.stagingDir })
    const { body } = await send(await several(1))
    await finished(body.uploadId)
    await app.db
      .updateTable('upload_files')
      .set({ staged_key: 'needed.source' })
      .where('upload_id', '=', body.uploadId)
      .execute()
    for (const name of ['needed.source', 'orphan.source']) await writeFile(path.join(app.deps.stagingDir, name), 'x')
    await sweepStaged({ ...app.deps, intake }, -1)
    expect(await staged()).toEqual(['needed.source'])
  })
})
