import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { IMAGE_TEXT_MAX_CHARS } from '#contract/limits.ts'
import { findWordBoxes } from '#server/domains/templates/queries.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { indexMemesWithWords } from './index-meme.ts'
import { readPicture } from './read-picture.ts'

const app = await appForFile()
const owner = await buildMember(app)
const moderator = await buildMember(app, { role: 'moderator' })

let id: string
let [wrong, right] = ['', '']
beforeEach(async () => {
  const word = unique()
  ;[wrong, right] = [`wrong${word}`, `right${word}`]
  id = (await buildMeme(app, { user: owner.user, name: 'Corrected' })).id
  await read(`hello ${wrong} world`)
})

const boxes = (text: string) =>
  text.split(' ').map((word, index) => ({ text: word, x: index / 10, y: 0.1, width: 0.08, height: 0.1 }))
/** Stores a reading as a job of any version does. */
const read = (text: string) => withTransaction(app.db, (tx) => indexMemesWithWords(tx, [{ id, words: boxes(text) }]))
const edit = (body: object, by = owner) => app.call('PATCH', `/meme/${id}`, { token: by.token, body })
const correct = (readText: string, by = moderator) =>
  app.call('POST', `/moderation/memes/${id}/words`, { token: by.token, body: { readText } })
const words = async (by = owner) => (await app.call('GET', `/meme/${id}/words`, { token: by.token })).body
const shown = async () => (await app.call('GET', `/meme/${id}`)).body.data.imageText
const find = async (q: string) => (await app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}`)).body.data
const found = async (q: string) => (await find(q)).map(({ _id }: { _id: string }) => _id)

describe('corrected words', () => {
  test('replace the read ones everywhere, with the box of the word that they replace', async () => {
    expect((await edit({ readText: `hello ${right}\nworld` })).body.data.imageText).toBe(`hello ${right} world`)
    expect(await found(right)).toContain(id)
    expect(await found(wrong)).toEqual([])
    const [hit] = await find(right)
    expect(hit.boxes).toEqual([{ text: right, x: 0.1, y: 0.1, width: 0.08, height: 0.1 }])
    const suggested = await app.call('GET', `/vector-search/suggest?q=${right.slice(0, -1)}`)
    expect(suggested.status).toBe(200)
    const known = app.db.selectFrom('search_words').select('word').where('word', '=', right)
    expect(await known.execute()).toHaveLength(1)
  })

  test('stay after a later reading, also by a node of the last release and after an edit', async () => {
    await edit({ readText: `hello ${right}` })
    await read('another reading')
    await app.db.updateTable('meme_texts').set({ read_version: 0 }).where('meme_id', '=', id).execute()
    await readPicture({ ...app.deps, reader: { read: async () => boxes('a third one') } as never }, id)
    await sql`update meme_texts set picture_text = 'x', picture_words = '[]' where meme_id = ${id}`.execute(app.db)
    await edit({ name: 'Renamed' })
    expect(await shown()).toBe(`hello ${right}`)
    expect(await found(right)).toContain(id)
    expect((await find(right))[0].boxes).toHaveLength(1)
  })

  test('stay if a reading began before the correction and ends after it', async () => {
    await app.db.updateTable('meme_texts').set({ read_version: 0 }).where('meme_id', '=', id).execute()
    const reader = {
      read: async () => {
        await edit({ readText: right })
        return boxes('what the reader saw')
      },
    }
    await readPicture({ ...app.deps, reader: reader as never }, id)
    expect(await shown()).toBe(right)
    expect(await found(right)).toContain(id)
  })

  test('stay if the meme is deleted and restored', async () => {
    await edit({ readText: right })
    await app.call('DELETE', `/meme/${id}`, { token: owner.token })
    await app.call('POST', `/meme/${id}/restore`, { token: owner.token })
    expect(await shown()).toBe(right)
  })

  test('may be none, which no reading changes', async () => {
    expect((await edit({ readText: ' \n ' })).status).toBe(200)
    await read('noise')
    expect(await shown()).toBeUndefined()
    expect(await found(wrong)).toEqual([])
    expect((await words()).data).toMatchObject({ text: '', isCorrected: true })
  })

  test('leave the boxes of removed words for the template’s clean picture, but show and find nothing there', async () => {
    await edit({ readText: '' })
    expect(await findWordBoxes(app.db, id)).toHaveLength(3)
    await edit({ name: `named ${right}` })
    expect((await find(right))[0]).not.toHaveProperty('boxes')
    await edit({ readText: `hello ${right} world` })
    const [hit] = await find(`hello ${right} world`)
    expect(hit.boxes.map(({ x }: { x: number }) => x)).toEqual([0, 0.1, 0.2])
  })

  test('have no other readings, and marks that they lack are not missing', async () => {
    await withTransaction(app.db, (tx) =>
      indexMemesWithWords(tx, [
        { id, words: [{ text: 'cho', x: 0, y: 0, width: 0.1, height: 0.1, others: [{ text: 'chó', chance: 0.4 }] }] },
      ]),
    )
    await edit({ readText: `cho ${right}` })
    const row = await app.db.selectFrom('meme_texts').select('exact_text').where('meme_id', '=', id).executeTakeFirst()
    expect(row?.exact_text.split('\n').at(-1)).toBe('0 1')
  })

  test('are those of a person only if they differ from the reading', async () => {
    await edit({ readText: `hello ${wrong} world`, name: 'Same words' })
    expect((await words()).data).toMatchObject({ isCorrected: false, corrections: [] })
    await read('better reading')
    expect(await shown()).toBe('better reading')
  })

  test('are bounded, and no text that the database cannot store is accepted', async () => {
    const long = await edit({ readText: 'a'.repeat(IMAGE_TEXT_MAX_CHARS + 1) })
    expect([long.status, long.body.errors[0].path]).toEqual([400, 'readText'])
    expect((await edit({ readText: 'a\0b' })).status).toBe(400)
    expect((await edit({ readText: `${'a'.repeat(IMAGE_TEXT_MAX_CHARS - 6)} ${right.slice(0, 5)}` })).status).toBe(200)
  })

  test('are in the data export with their history', async () => {
    await edit({ readText: right })
    const { readMemes } = await import('../../privacy/content-queries.ts')
    const meme = (await readMemes(app.db, owner.user.id)).find((one) => one.id === id)
    expect(meme).toMatchObject({
      wordsInPicture: right,
      corrections: [{ before: `hello ${wrong} world`, after: right }],
    })
  })
})

describe('corrections by moderators', () => {
  test('are visible as such: in the history, the log, and the owner’s notifications', async () => {
    expect((await correct(right)).status).toBe(200)
    await edit({ readText: `${right} again` })
    expect((await words()).data.corrections).toMatchObject([
      { by: 'owner', before: right, after: `${right} again` },
      { by: 'moderator', before: `hello ${wrong} world`, after: right },
    ])
    const log = await app.call('GET', `/moderation/log?memeId=${id}`, { token: moderator.token })
    expect(log.body.data).toMatchObject([{ action: 'words', actor: { _id: moderator.user.id } }])
    const [notice] = (await app.call('GET', '/notifications', { token: owner.token })).body.data
    expect(notice.detail).toMatchObject({ action: 'words', memeId: id })
  })

  test('that change nothing leave no trace', async () => {
    await correct(`hello ${wrong} world`)
    expect((await words(moderator)).data).toMatchObject({ isCorrected: false, corrections: [] })
    expect((await app.call('GET', `/moderation/log?memeId=${id}`, { token: moderator.token })).body.data).toEqual([])
  })

  test('of their own memes are edits', async () => {
    const mine = await buildMeme(app, { user: moderator.user })
    id = mine.id
    expect((await correct(right)).body.code).toBe('moderation.protected')
    expect((await edit({ readText: right }, moderator)).status).toBe(200)
    expect((await words(moderator)).data.corrections).toMatchObject([{ by: 'owner' }])
  })

  test('keep the last twenty', async () => {
    for (let turn = 0; turn < 22; turn += 1) await correct(`${right} ${turn}`)
    const { corrections } = (await words()).data
    expect(corrections).toHaveLength(20)
    expect(corrections[0].after).toBe(`${right} 21`)
  })
})
