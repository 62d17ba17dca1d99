import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from '#test/app.ts'
import { createBulkClient, createListeningUploader, memesPart, picturePart, pictureParts } from '#test/bulk-client.ts'
import { buildMember } from '#test/factories.ts'
import { multipart, type Part } from '#test/multipart.ts'
import { operate } from '#test/operator.ts'
import * as pictures from '#test/pictures.ts'

const { app, token, client, origin } = await createListeningUploader()
afterAll(() => app.stop())

describe('a rejected upload leaves nothing behind', () => {
  const cases: [string, () => Promise<Part[]>, number, string][] = [
    ['no files', async () => [memesPart([])], 400, 'upload.noFiles'],
    ['fewer names than files', async () => [memesPart([{}]), ...(await pictureParts(2))], 400, 'upload.countMismatch'],
    [
      'more names than files',
      async () => [...(await pictureParts(1)), memesPart([{}, {}])],
      400,
      'upload.countMismatch',
    ],
    [
      'names that are no JSON',
      async () => [...(await pictureParts(2)), { name: 'memes', value: '[{' }],
      400,
      'upload.memesInvalid',
    ],
    [
      'names that are no list',
      async () => [...(await pictureParts(1)), memesPart({ name: 'x' })],
      400,
      'upload.memesInvalid',
    ],
    [
      'names that are no objects',
      async () => [...(await pictureParts(1)), memesPart(['x'])],
      400,
      'upload.memesInvalid',
    ],
    [
      'a name of 101 characters',
      async () => [...(await pictureParts(2)), memesPart([{}, { name: 'é'.repeat(101) }])],
      400,
      'request.invalid',
    ],
    [
      'an unknown choice about duplicates',
      async () => [...(await pictureParts(1)), { name: 'duplicates', value: 'maybe' }],
      400,
      'request.invalid',
    ],
    [
      'a key of 101 characters',
      async () => [...(await pictureParts(1)), memesPart([{ key: 'k'.repeat(101) }])],
      400,
      'request.invalid',
    ],
    ['a 51st file', () => pictureParts(51), 400, 'upload.tooManyFiles'],
    ['a 60th file', () => pictureParts(60), 400, 'upload.tooManyFiles'],
    [
      'a file over 10 MB among good ones',
      async () => [
        await picturePart('a.png'),
        await picturePart('huge one.jpg', await pictures.elevenMegabytes()),
        await picturePart('c.png'),
      ],
      413,
      'upload.fileTooLarge',
    ],
  ]
  test.each(cases)('%s', async (_name, parts, expectedStatus, code) => {
    const uploads = await app.db.selectFrom('uploads').select('id').orderBy('id').execute()
    const body = multipart(await parts())
    for (const answer of [await app.call('POST', '/meme/bulk', { token, ...body }), await overSocket(body)]) {
      expect([answer.status, answer.body.code]).toEqual([expectedStatus, code])
    }
    expect(await client.stagedInTheEnd()).toEqual([])
    expect(await app.db.selectFrom('uploads').select('id').orderBy('id').execute()).toEqual(uploads)
  })

  test('an invalid field and a file that is too large are named', async () => {
    const long = await client.send([...(await pictureParts(2)), memesPart([{}, { description: 'x'.repeat(501) }])])
    expect(long.body.errors).toMatchObject([{ path: 'memes.1.description', code: 'descriptionMaxLength' }])
    const large = await client.send([await picturePart('huge one.jpg', await pictures.elevenMegabytes())])
    expect(large.body).toMatchObject({ message: 'huge one.jpg exceeds 10MB size limit', fileName: 'huge one.jpg' })
  })

  test('a truncated body and an aborted connection', async () => {
    const { payload, headers } = multipart(await pictureParts(4))
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
    expect(await client.stagedInTheEnd()).toEqual([])
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

describe('a daily limit', () => {
  const set = (count: number) => operate(app.deps, 'settings', 'set', 'uploadsPerDayMember', String(count))
  afterEach(() => set(0))

  test('is named with its number in the results, and refuses the next upload before it stores its files', async () => {
    await set(2)
    const member = await buildMember(app)
    const own = createBulkClient(app, member.token)
    const parts = [...(await pictureParts(1)), memesPart([{ key: 'a' }])]
    const first = (await own.send(parts)).body.uploadId
    await own.finished(first)
    const { body } = await own.send(await pictureParts(2))
    const { allResults } = await own.finished(body.uploadId)
    const refused = allResults.filter(({ status }: { status: string }) => status === 'failed')
    expect(refused).toMatchObject([
      { code: 'upload.dailyLimit', message: 'You can upload 2 memes per day. Please continue tomorrow.' },
    ])
    const keep = vi.spyOn(app.deps.uploadStore, 'keep')
    const next = await own.send(await pictureParts(2))
    expect([next.status, next.body.code]).toEqual([429, 'upload.dailyLimit'])
    const declared = await app.call('POST', '/meme/bulk', { token: member.token, body: { files: [{ size: 9 }] } })
    expect([declared.status, declared.body.code]).toEqual([429, 'upload.dailyLimit'])
    // An upload of which the response was lost is still found.
    expect(await own.send(parts)).toMatchObject({ status: 202, body: { uploadId: first } })
    expect(keep).not.toHaveBeenCalled()
    await set(0)
    const [lifted] = (await own.status(body.uploadId)).body.allResults.filter(
      ({ status }: { status: string }) => status === 'failed',
    )
    expect(lifted).toMatchObject({ code: 'upload.dailyLimit' })
    expect(lifted).not.toHaveProperty('message')
  })
})
