import { describe, expect, test } from 'vitest'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { notRepeated } from '#test/not-repeated.ts'
import { captionedMeme, templateOfMeme } from '#test/template-memes.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'
import { countMemes, mergeTemplates } from './group-queries.ts'

const app = await appForFile()
const member = await buildMember(app)
const moderator = await buildMember(app, { role: 'moderator' })

const meme = (seed: string, text: string, name = '', createdAt?: Date) =>
  captionedMeme(app, member, { seed, text, name, createdAt })
const templateOf = (id: string) => templateOfMeme(app, id)

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
  const mark = (ids: string[], sensitive_by: 'uploader' | null) => changeMemes(app.db, ids, { sensitive_by })

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
      (await app.call('PATCH', `/template/${UNKNOWN_ID}`, { token: moderator.token, body: { name: 'x' } })).status,
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
