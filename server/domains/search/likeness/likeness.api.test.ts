import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { FoundMeme } from '#contract/memes/search.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart, pictureForm } from '#test/multipart.ts'
import { photoLike } from '#test/pictures.ts'

const app = await appForFile({ ocr: 'off' })
const member = await buildMember(app)

const template = (seed: string, text: string) => captionedPicture({ seed, text })
const meme = (name: string, bytes: Buffer, createdAt?: Date) =>
  buildMeme(app, { user: member.user, name, bytes, ...(createdAt ? { createdAt } : {}) })
const search = (q: string, more = '') => app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}${more}`)
const similar = (id: string, limit = 20) => app.call('GET', `/meme/recommend/by-image?imageId=${id}&limit=${limit}`)
const idsOf = (answer: { body: { data: { _id: string }[] } }) => answer.body.data.map(({ _id }) => _id)
const upload = (bytes: Buffer, fields: Record<string, string> = {}) =>
  app.call('POST', '/meme', { token: member.token, ...pictureForm(bytes, fields) })

describe('similar memes', () => {
  test('put the same template first, also mirrored, gray, cropped and with bars, and never the meme itself', {
    timeout: 120_000,
  }, async () => {
    const source = await meme('', await template('kitten', 'WHEN MONDAY COMES'))
    const other = await template('kitten', 'NOBODY TOLD ME')
    const family = [
      await meme('', other),
      await meme('', await sharp(other).flop().toBuffer()),
      await meme('', await sharp(other).greyscale().toBuffer()),
      await meme('', await sharp(other).extract({ left: 30, top: 20, width: 540, height: 405 }).toBuffer()),
      await meme('', await sharp(other).extend({ top: 120, background: '#fff' }).toBuffer()),
      await meme('', await sharp(other).extend({ bottom: 90, background: '#2266cc' }).toBuffer()),
    ]
    for (let index = 0; index < 12; index += 1) await meme('', await template(`other ${index}`, 'SOMETHING ELSE'))
    const found = idsOf(await similar(source.id))
    expect(new Set(found.slice(0, family.length))).toEqual(new Set(family.map(({ id }) => id)))
    expect(found).not.toContain(source.id)
  })

  test('list identical pictures once', async () => {
    const source = await meme('twin', await template('twins', 'ONE'))
    const copied = await template('twins', 'ANOTHER')
    const copies = [(await meme('', copied)).id, (await meme('', copied)).id]
    const found = idsOf(await similar(source.id))
    expect(found.filter((id) => copies.includes(id))).toHaveLength(1)
  })
})

describe('memes similar to one without words', () => {
  test('are found by their pictures', async () => {
    const source = await meme('🙈', await template('wordless', 'FIRST'))
    const other = await meme('', await template('wordless', 'SECOND'))
    await withTransaction(app.db, (tx) =>
      tx.updateTable('meme_texts').set({ folded: '', folded_text: '' }).where('meme_id', '=', source.id).execute(),
    )
    const answer = await similar(source.id)
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toContain(other.id)
  })
})

describe('the twenty similar memes', () => {
  test('are ordered by template, then words, then shared likes', async () => {
    const source = await meme('purple ferret #ferrets', await template('ferret', 'LOOK UP'))
    const liked = await meme('', await template('liked once', 'A'))
    const likedMore = await meme('', await template('liked twice', 'B'))
    const words = await meme('another purple ferret #ferrets', await template('words only', 'C'))
    const sibling = await meme('', await template('ferret', 'LOOK DOWN'))
    const fans = [await buildMember(app), await buildMember(app)]
    const likes = [
      [fans[0], source],
      [fans[1], source],
      [fans[0], likedMore],
      [fans[1], likedMore],
      [fans[0], liked],
    ] as const
    for (const [fan, { id }] of likes) {
      const answer = await app.call('POST', '/user-action', {
        token: fan?.token ?? '',
        body: { memeId: id, action: 'like' },
      })
      expect(answer.status).toBeLessThan(300)
    }
    for (let index = 0; index < 8; index += 1) await meme('', await template(`filler ${index}`, 'D'))
    const answer = await app.call('GET', `/meme/recommend/by-image?imageId=${source.id}`)
    expect(idsOf(answer).slice(0, 4)).toEqual([sibling.id, words.id, likedMore.id, liked.id])
    expect(idsOf(answer)).toHaveLength(20)
  })
})

describe('searching by the name of a template', () => {
  test('lists its unnamed pictures after the named ones and before partial matches', async () => {
    const named = await meme('startled raccoon', await template('raccoon', 'WHO ATE IT'))
    const unnamed = await meme('untitled 7', await template('raccoon', 'NOT ME'))
    const partial = await meme('startled horse', await template('horse', 'NEIGH'))
    const answer = await search('startled raccoon')
    expect(idsOf(answer)).toEqual([named.id, unnamed.id, partial.id])
    expect(answer.body.data.map((found: FoundMeme) => [found.matchKind, found.matched])).toEqual([
      ['allWords', ['name']],
      ['lookalike', ['visual']],
      ['someWords', ['name']],
    ])
  })

  test('pages have no repeats or gaps while memes are added', async () => {
    const before = []
    for (let index = 0; index < 6; index += 1) {
      before.push(await meme(index % 2 ? 'wandering walrus' : '', await template('walrus', `PAGE ${index} OF MANY`)))
    }
    const seen: string[] = []
    let more = '&limit=2'
    for (let page = 0; page < 10; page += 1) {
      const answer = await search('wandering walrus', more)
      seen.push(...idsOf(answer))
      if (!answer.body.hasNext) break
      more = `&limit=2&lastId=${answer.body.nextCursor.lastId}&lastScore=${answer.body.nextCursor.lastScore}`
      await meme('wandering walrus', await template(`new ${page}`, 'ADDED LATER'))
      await meme('', await template('walrus', `ADDED LATER ${page}`))
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(before.filter(({ id }) => !seen.includes(id))).toEqual([])
  })
})

describe('an uploaded duplicate', () => {
  test('returns the existing meme, however the picture was re-encoded', async () => {
    const original = await template('offered', 'THE SAME WORDS')
    const first = await upload(original, { name: 'first' })
    expect(first.status).toBe(201)
    const changes = [
      sharp(original).jpeg({ quality: 45 }),
      sharp(original).webp({ quality: 60 }),
      sharp(original).resize(380).jpeg({ quality: 85 }),
      sharp(original).extract({ left: 15, top: 10, width: 570, height: 428 }).png(),
      sharp(original).flop().jpeg({ quality: 70 }),
      sharp(original).linear(0.7, 0).jpeg({ quality: 80 }),
      sharp(original).extend({ top: 90, background: '#fff' }).jpeg({ quality: 80 }),
    ]
    for (const change of changes) {
      const again = await upload(await change.toBuffer())
      expect(again.status).toBe(409)
      expect(again.body).toMatchObject({ code: 'meme.duplicate', duplicateOf: first.body.data._id })
    }
    expect(
      (await upload(await sharp(original).jpeg({ quality: 44 }).toBuffer(), { allowDuplicate: 'true' })).status,
    ).toBe(201)
  })

  test('is skipped in a bulk upload with the existing meme, or accepted on request', async () => {
    const original = await template('in bulk', 'AMONG MANY')
    const first = await upload(original)
    const files = [
      await sharp(original).jpeg({ quality: 50 }).toBuffer(),
      await sharp(original).resize(400).webp().toBuffer(),
      await template('in bulk', 'OTHER WORDS HERE'),
      await sharp(original).jpeg({ quality: 50 }).toBuffer(),
    ].map((value, at) => ({ name: 'images', value, fileName: `${at}.png` }))
    const bulk = async (...more: { name: string; value: string }[]) => {
      const sent = await app.call('POST', '/meme/bulk', { token: member.token, ...multipart([...files, ...more]) })
      expect(sent.status).toBe(202)
      const status = async () =>
        (await app.call('GET', `/meme/bulk/status/${sent.body.uploadId}`, { token: member.token })).body
      await expect.poll(async () => (await status()).status, { timeout: 20_000, interval: 50 }).toBe('completed')
      return (await status()).allResults
    }
    const isKnown = { status: 'failed', code: 'meme.duplicate', duplicateOf: first.body.data._id }
    expect(await bulk()).toMatchObject([isKnown, isKnown, { status: 'done' }, isKnown])
    const kept = await bulk({ name: 'duplicates', value: 'keep' })
    expect(kept.map(({ status }: { status: string }) => status)).toEqual(['done', 'done', 'done', 'done'])
  })

  test('is accepted once in one bulk upload', async () => {
    const original = await template('bulk twins', 'SAME SAME')
    const files = [original, await sharp(original).jpeg({ quality: 55 }).toBuffer(), original]
    const sent = await app.call('POST', '/meme/bulk', {
      token: member.token,
      ...multipart(files.map((value, at) => ({ name: 'images', value, fileName: `${at}.png` }))),
    })
    const status = async () =>
      (await app.call('GET', `/meme/bulk/status/${sent.body.uploadId}`, { token: member.token })).body
    await expect
      .poll(status, { timeout: 20_000, interval: 50 })
      .toMatchObject({ status: 'completed', successCount: 1, failedCount: 2 })
  })

  test('is another meme with other words', async () => {
    expect((await upload(await template('reused', 'WHEN THE CODE WORKS'))).status).toBe(201)
    expect((await upload(await template('reused', 'WHEN THE CODE BREAKS'))).status).toBe(201)
  })

  test('is accepted once when two copies arrive at the same time', async () => {
    const original = await template('together', 'AT ONCE')
    const copy = await sharp(original).jpeg({ quality: 60 }).toBuffer()
    const statuses = (await Promise.all([upload(original), upload(copy), upload(original)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409, 409])
  })
})

describe('searching by picture', () => {
  const searchPicture = (bytes: Buffer | null) =>
    app.call(
      'POST',
      '/vector-search/image',
      multipart(bytes ? [{ name: 'image', value: bytes, fileName: 'x.jpg' }] : [{ name: 'limit', value: '5' }]),
    )

  test('finds the meme and stores nothing', async () => {
    const original = await template('sought', 'WHERE AM I')
    const sought = await meme('', original)
    const answer = await searchPicture(await sharp(original).flop().resize(300).jpeg({ quality: 60 }).toBuffer())
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ hasNext: false, nextCursor: null })
    expect(answer.body.data[0]).toMatchObject({ _id: sought.id, matched: ['visual'], matchKind: 'lookalike' })
    expect(await readdir(app.deps.stagingDir)).toEqual([])
  })

  test('answers ten visitors of a network at once', async () => {
    const pictures = await Promise.all(Array.from({ length: 10 }, (_, nth) => template(`visitor ${nth}`, 'HERE')))
    const answers = await Promise.all(pictures.map(searchPicture))
    expect(answers.map(({ status }) => status)).toEqual(pictures.map(() => 200))
  })

  test('finds nothing for an unrelated picture and refuses a file that is no picture', async () => {
    expect((await searchPicture(await photoLike('png'))).body.data).toEqual([])
    expect((await searchPicture(Buffer.from('no picture at all'))).status).toBe(415)
    expect((await searchPicture(null)).status).toBe(400)
  })
})

describe('a search without results', () => {
  test('offers similar words with results, and popular tags', async () => {
    const seen = await meme('Capybaras relaxing #bath', await template('capybara', 'SPA'))
    const hidden = await meme('Capybaristas', await template('barista', 'LATTE'))
    await changeMemes(app.db, hidden.id, { deleted_at: new Date() })
    expect(idsOf(await search('"capybarra"'))).toEqual([])
    const answer = await app.call('GET', `/vector-search/wider?q=${encodeURIComponent('"capybarra"')}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data.words[0]).toBe('capybaras')
    expect(answer.body.data.words).not.toContain('capybaristas')
    expect(answer.body.data.tags).toContain('bath')
    expect(idsOf(await search(answer.body.data.words[0]))).toContain(seen.id)
    const signs = await app.call('GET', `/vector-search/wider?q=${encodeURIComponent("'!&|")}`)
    expect(signs.body.data.words).toEqual([])
  })
})

describe('suggestions', () => {
  test('complete the typed text, tags first, with or without tone marks', async () => {
    for (const name of ['Cá voi xanh #cavoi', 'Cá voi con #cavoi', 'Cây xanh']) {
      await meme(name, await template(name, 'VOI'))
    }
    const suggestions = async (q: string) =>
      (await app.call('GET', `/vector-search/suggest?q=${encodeURIComponent(q)}`)).body.data
    expect((await suggestions('cav'))[0]).toEqual({ kind: 'tag', text: 'cavoi' })
    expect((await suggestions('ca voi')).map(({ text }: { text: string }) => text).sort()).toEqual([
      'Cá voi con #cavoi',
      'Cá voi xanh #cavoi',
    ])
    expect(await suggestions('c')).toEqual([])
  })
})
