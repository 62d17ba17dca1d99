import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FoundMeme } from '#contract/memes/search.ts'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { describeImage } from '#server/domains/search/likeness/descriptor/visual.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { notRepeated } from '#test/not-repeated.ts'
import { countMemes, mergeTemplates } from './group-queries.ts'
import { recognizeOutdated } from './recognize.ts'

let app: TestApp
let member: BuiltMember
let moderator: BuiltMember
beforeAll(async () => {
  const pack = await packWithPicture('pelican')
  app = await createTestApp()
  // Read at the first use.
  await writeFile(path.join(app.dataDir, 'known-templates.json'), pack)
  member = await buildMember(app)
  moderator = await buildMember(app, { role: 'moderator' })
})
afterAll(() => app.stop())

const meme = async (seed: string, text: string, name = '', createdAt?: Date) =>
  buildMeme(app, {
    user: member.user,
    name,
    bytes: await captionedPicture({ seed, text }),
    ...(createdAt ? { createdAt } : {}),
  })

/** An operator's pack with the picture of a seed. */
async function packWithPicture(seed: string): Promise<string> {
  const { vector } = await describeImage(await captionedPicture({ seed, text: ' ' }))
  const most = Math.max(...(vector ?? []).map(Math.abs))
  const bytes = Int8Array.from(vector ?? [], (value) => Math.round((value / most) * 127))
  const texts = (names: string[], shows: string) => ({ names, shows, origin: 'The office.' })
  return JSON.stringify({
    descriptorVersion: 3,
    templates: [
      {
        id: 'office-pelican',
        name: 'Office pelican',
        texts: { en: texts([], 'A pelican types.'), vi: texts(['Bồ nông văn phòng'], 'Bồ nông gõ phím.') },
        vector: Buffer.from(bytes.buffer).toString('base64'),
      },
    ],
  })
}
const templateOf = async (id: string) => (await app.call('GET', `/meme/${id}`)).body.data.templateId
const NOBODY = '0190b1a2-0000-7000-8000-000000000000'

describe('memes with the same picture', () => {
  test('share a template, and other memes have none', async () => {
    const first = await meme('otter', 'WHEN IT RAINS', 'Surprised otter #rain')
    const alone = await meme('lonely', 'NOBODY ELSE')
    await compareNewMemes(app.deps)
    expect(await templateOf(first.id)).toBeUndefined()
    const second = await meme('otter', 'ME AT WORK', 'surprised otter again')
    await compareNewMemes(app.deps)
    const id = await templateOf(second.id)
    expect(id).toEqual(expect.any(String))
    expect(await templateOf(first.id)).toBe(id)
    expect(await templateOf(alone.id)).toBeUndefined()
    const { status, body } = await app.call('GET', `/template/${id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ _id: id, name: 'Surprised otter', counts: { day: 2, week: 2, all: 2 } })
    expect(body.data.tags).toEqual(['rain'])
    expect(body.data.captionBoxes.length).toBeGreaterThan(0)
    const memes = await app.call('GET', `/template/${id}/memes?sort=newest`)
    expect(memes.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([second.id, first.id])
  })

  test(
    'with the name of a well-known template show facts about it, and are found by a description',
    notRepeated,
    async () => {
      const first = await meme('badger', 'ONE', 'Distracted boyfriend')
      await meme('badger', 'ANOTHER', 'distracted boyfriend!')
      await compareNewMemes(app.deps)
      const id = await templateOf(first.id)
      const known = async (language: string) =>
        (await app.call('GET', `/template/${id}`, { headers: { 'accept-language': language } })).body.data.known
      expect(await known('en')).toMatchObject({ shows: expect.stringContaining('woman'), origin: expect.any(String) })
      expect((await known('vi')).shows).not.toBe((await known('en')).shows)
      for (const words of ['man looks at other woman', 'người đàn ông nhìn cô khác', 'distracted boyf']) {
        const { body } = await app.call('GET', `/templates?sort=all&q=${encodeURIComponent(words)}`)
        expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual([id])
      }
      const rename = (name: string) => app.call('PATCH', `/template/${id}`, { token: moderator.token, body: { name } })
      expect((await rename('My own name')).status).toBe(200)
      expect(await known('en')).toBeUndefined()
      // Short names count only if a moderator gave them.
      expect((await rename('Doge')).status).toBe(200)
      expect(await known('en')).toMatchObject({ names: expect.arrayContaining(['Chó Doge']) })
    },
  )

  test('that is the picture of a well-known template have its name in the language of the reader, until a moderator gives another', async () => {
    const first = await meme('pelican', 'MONDAY', 'when it is monday')
    const second = await meme('pelican', 'FRIDAY', 'so close')
    const other = await meme('stork', 'MONDAY', 'one of many')
    await meme('stork', 'FRIDAY', 'many others')
    await compareNewMemes(app.deps)
    const id = await templateOf(first.id)
    const shown = async (of: string, language: string) =>
      (await app.call('GET', `/template/${of}`, { headers: { 'accept-language': language } })).body.data
    expect(await shown(id, 'en')).toMatchObject({
      name: 'Office pelican',
      known: { shows: 'A pelican types.', tag: 'officepelican' },
    })
    expect(await shown(id, 'vi')).toMatchObject({ name: 'Bồ nông văn phòng', known: { shows: 'Bồ nông gõ phím.' } })
    expect((await shown(await templateOf(other.id), 'en')).known).toBeUndefined()
    for (const list of ['/templates?sort=all&q=pelican%20types', '/templates/fitting?q=pelican%20types']) {
      const { body } = await app.call('GET', list)
      expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual([id])
    }
    const searched = async (token?: string, more = '') => {
      const { body } = await app.call('GET', `/vector-search/text?q=pelican%20types${more}`, token ? { token } : {})
      return body.data.map((found: FoundMeme) => [found._id, found.matchKind])
    }
    expect(await searched()).toEqual([
      [second.id, 'template'],
      [first.id, 'template'],
    ])
    expect(await searched(undefined, '&limit=1')).toEqual([[second.id, 'template']])
    expect(await searched(undefined, '%20-monday')).toEqual([[second.id, 'template']])
    expect(await searched(undefined, `&user=${moderator.user.username}`)).toEqual([])
    const blocking = await buildMember(app)
    expect((await app.call('POST', `/users/${member.user.id}/block`, { token: blocking.token })).status).toBe(200)
    expect(await searched(blocking.token)).toEqual([])
    const rename = (name: string) => app.call('PATCH', `/template/${id}`, { token: moderator.token, body: { name } })
    expect((await rename('Our bird')).body.data).toMatchObject({ name: 'Our bird' })
    expect((await shown(id, 'en')).known).toBeUndefined()
    expect((await rename('')).body.data).toMatchObject({ name: 'Office pelican', known: { shows: 'A pelican types.' } })
  })

  test('are compared again after a change of the packs or of their names', async () => {
    const memes = [await meme('ibis', 'ONE', 'ibis'), await meme('ibis', 'TWO', 'ibis')]
    await compareNewMemes(app.deps)
    const id = await templateOf(memes[0]?.id ?? '')
    const known = async () => (await app.call('GET', `/template/${id}`)).body.data.known
    expect(await known()).toBeUndefined()
    for (const { id: memeId } of memes)
      expect(
        (await app.call('PATCH', `/meme/${memeId}`, { token: member.token, body: { name: 'Success kid now' } })).status,
      ).toBe(200)
    const { signal } = new AbortController()
    await recognizeOutdated(app.deps, signal)
    expect(await known()).toBeUndefined()
    for (const { id: memeId } of memes)
      await app.call('PATCH', `/meme/${memeId}`, { token: member.token, body: { name: 'Distracted boyfriend' } })
    await recognizeOutdated(app.deps, signal)
    expect(await known()).toMatchObject({ origin: expect.any(String) })
    await app.db.updateTable('templates').set({ known_id: null, known_checked: 'other packs' }).execute()
    await recognizeOutdated(app.deps, signal)
    expect(await known()).toMatchObject({ origin: expect.any(String) })
  })

  test('are compared soon after the upload', async () => {
    const upload = async (text: string) => {
      const form = new FormData()
      form.append('image', new Blob([new Uint8Array(await captionedPicture({ seed: 'heron', text }))]), 'a.png')
      const encoded = new Response(form)
      const answer = await app.call('POST', '/meme', {
        token: member.token,
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      })
      expect(answer.status).toBe(201)
      return answer.body.data._id as string
    }
    const first = await upload('ONE LEG')
    const second = await upload('THE OTHER LEG')
    await expect.poll(() => templateOf(second), { timeout: 20_000, interval: 100 }).toEqual(expect.any(String))
    expect(await templateOf(first)).toBe(await templateOf(second))
  })

  test('share their template after the first meme is deleted; deleting the last one ends its link', async () => {
    const [first, second, third] = [
      await meme('crane', 'ONE', 'tall crane'),
      await meme('crane', 'TWO MORE'),
      await meme('crane', 'NUMBER THREE'),
    ]
    await compareNewMemes(app.deps)
    const id = await templateOf(first.id)
    for (const { id: gone } of [first, second]) await app.call('DELETE', `/meme/${gone}`, { token: member.token })
    expect((await app.call('GET', `/template/${id}`)).body.data.name).toBe('')
    await app.call('DELETE', `/meme/${third.id}`, { token: member.token })
    const answer = await app.call('GET', `/template/${id}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'template.notFound'])
    expect((await app.call('GET', `/template/${id}/memes`)).status).toBe(404)
  })
})

describe('a template with only sensitive memes', () => {
  const mark = (ids: string[], sensitive_by: 'uploader' | null) =>
    app.db.updateTable('memes').set({ sensitive_by }).where('id', 'in', ids).execute()

  test('is marked, shows a harmless picture as soon as it has one, and is hidden from members who hide sensitive memes', async () => {
    const ids: string[] = []
    for (const text of ['BARE', 'BARER']) ids.push((await meme('newt', text, `newt ${text}`)).id)
    await compareNewMemes(app.deps)
    await mark(ids, 'uploader')
    const id = await templateOf(ids[0] ?? '')
    const hiding = await buildMember(app)
    await app.call('PUT', '/users/me/preferences', { token: hiding.token, body: { sensitiveContent: 'hide' } })
    const seen = async (token?: string) => {
      const as = token ? { token } : {}
      const [one, memes, picture] = await Promise.all(
        ['', '/memes', '/picture'].map((part) => app.call('GET', `/template/${id}${part}`, as)),
      )
      const found = await app.call('GET', '/templates?sort=all&q=newt', as)
      return [
        one?.body.data?.sensitive,
        found.body.data.map(({ sensitive }: { sensitive: boolean }) => sensitive),
        memes?.status,
        picture?.status,
      ]
    }
    expect(await seen()).toEqual([true, [true], 200, 200])
    expect(await seen(hiding.token)).toEqual([undefined, [], 404, 404])
    const [, second = ''] = ids
    await mark([second], null)
    for (const token of [undefined, hiding.token]) expect(await seen(token)).toEqual([false, [false], 200, 200])
    expect((await app.call('GET', `/template/${id}`)).body.data.name).toBe('newt BARER')
  })
})

describe('the list of templates', () => {
  test('is ordered by the memes of a day, a week or all time, in pages', async () => {
    const longAgo = new Date(Date.now() - 30 * 86_400_000)
    for (const text of ['A LONG', 'TIME AGO', 'IN A', 'LAND FAR AWAY'])
      await meme('antique', text, 'antique vase', longAgo)
    for (const text of ['NOW AND', 'TODAY']) await meme('modern', text, 'modern lamp')
    await compareNewMemes(app.deps)
    await withTransaction(app.db, (tx) => countMemes(tx))
    const names = async (sort: string) => {
      const found: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await app.call('GET', `/templates?sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`)
        found.push(...body.data.map(({ name }: { name: string }) => name))
        if (!body.hasNext) return found
        cursor = body.nextCursor
      }
    }
    const [day, all] = [await names('day'), await names('all')]
    expect(all[0]).toBe('antique vase')
    expect(day.indexOf('modern lamp')).toBeLessThan(day.indexOf('antique vase'))
    expect([...day].sort()).toEqual([...all].sort())
    expect(new Set(await names('week')).size).toBe(day.length)
  })

  test('for a search has templates with most of its words, or a rare one, in their names', notRepeated, async () => {
    for (const text of ['AT FIVE', 'AT SIX']) await meme('walrus', text, 'Walrus scolding a penguin')
    for (const text of ['MỘT', 'HAI']) await meme('carp', text, 'Cá chép hóa rồng')
    for (const seed of ['penguin a', 'penguin b', 'penguin c', 'penguin d'])
      for (const text of ['ONE', 'OTHER']) await meme(seed, text, `Penguin ${seed.at(-1)}`)
    await compareNewMemes(app.deps)
    await withTransaction(app.db, (tx) => countMemes(tx))
    const fitting = async (q: string) => {
      const { status, body } = await app.call('GET', `/templates/fitting?q=${encodeURIComponent(q)}`)
      expect(status).toBe(200)
      return body.data.map(({ name }: { name: string }) => name)
    }
    expect(await fitting('walrus shouting at a penguin')).toEqual(['Walrus scolding a penguin'])
    expect(await fitting('walrus holiday')).toEqual(['Walrus scolding a penguin'])
    expect(await fitting('happy penguin')).toEqual([])
    expect(await fitting('ca chep vuot vu mon')).toEqual(['Cá chép hóa rồng'])
    expect(await fitting('cá mập cắn cáp')).toEqual([])
    expect(await fitting(`'!&| the of`)).toEqual([])
    expect((await app.call('GET', '/templates/fitting?q=%20')).status).toBe(400)
  })

  test('finds templates by words of their memes and by the name set by a moderator', async () => {
    const found = async (q: string) =>
      (await app.call('GET', `/templates?sort=all&q=${encodeURIComponent(q)}`)).body.data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await found('antique')).toEqual(['antique vase'])
    expect(await found('vase anti')).toEqual(['antique vase'])
    expect(await found('!!!')).toEqual([])
    expect(await found('nothing of the kind')).toEqual([])
    const [{ _id: id }] = (await app.call('GET', '/templates?q=antique&sort=all')).body.data
    const rename = (name: string, token: string) => app.call('PATCH', `/template/${id}`, { token, body: { name } })
    expect((await rename('Bình cổ', member.token)).status).toBe(403)
    expect((await rename('Bình cổ', moderator.token)).body.data.name).toBe('Bình cổ')
    expect(await found('binh co')).toEqual(['Bình cổ'])
    expect((await rename('', moderator.token)).body.data.name).toBe('antique vase')
    expect(
      (await app.call('PATCH', `/template/${NOBODY}`, { token: moderator.token, body: { name: 'x' } })).status,
    ).toBe(404)
  })

  test('rejects a cursor of another list', async () => {
    const { body } = await app.call('GET', '/templates?sort=all&limit=1')
    expect((await app.call('GET', `/templates?sort=day&cursor=${body.nextCursor}`)).body.code).toBe('cursor.invalid')
  })
})

describe('merged templates', () => {
  test('preserve both links', async () => {
    const [one, other] = [await meme('left half', 'LEFT'), await meme('right half', 'RIGHT')]
    for (const [seed, text] of [
      ['left half', 'MORE LEFT'],
      ['right half', 'MORE RIGHT'],
    ] as const)
      await meme(seed, text)
    await compareNewMemes(app.deps)
    const [kept, gone] = [await templateOf(one.id), await templateOf(other.id)]
    expect(kept).not.toBe(gone)
    await withTransaction(app.db, async (tx) => {
      await mergeTemplates(tx, gone, kept)
      await countMemes(tx)
    })
    expect(await templateOf(other.id)).toBe(kept)
    const answer = await app.call('GET', `/template/${gone}`)
    expect(answer.body.data).toMatchObject({ _id: kept, counts: { all: 4 } })
    expect((await app.call('GET', `/template/${gone}/memes`)).body.data).toHaveLength(4)
  })
})
