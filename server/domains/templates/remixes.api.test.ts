import { describe, expect, test } from 'vitest'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart, pictureForm } from '#test/multipart.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'

const app = await appForFile()
const member = await buildMember(app)
const moderator = await buildMember(app, { role: 'moderator' })

const meme = async (seed: string, text: string, name = '') =>
  buildMeme(app, { user: member.user, name, bytes: await captionedPicture({ seed, text }) })
const templateOf = async (id: string) => (await app.call('GET', `/meme/${id}`)).body.data.templateId

async function upload(fields: Record<string, string>, text: string) {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  const bytes = await captionedPicture({ seed: text, text })
  return app.call('POST', '/meme', {
    token: member.token,
    ...multipart([...parts, { name: 'image', value: bytes, fileName: 'a.png' }]),
  })
}

const match = async (seed: string, text: string) =>
  app.call('POST', '/template/match', pictureForm(await captionedPicture({ seed, text })))

describe('the source of a meme', () => {
  test('is listed with it and links back', async () => {
    const [first, second] = [await meme('walrus', 'ONE', 'Happy walrus'), await meme('walrus', 'TWO', 'Happy walrus')]
    await compareNewMemes(app.deps)
    const template = await templateOf(first.id)
    const made = await upload({ template, madeFrom: second.id }, 'MADE OF IT')
    expect(made.status).toBe(201)
    const { body } = await app.call('GET', `/meme/${made.body.data._id}/remixes`)
    expect(body.data).toMatchObject({
      madeFrom: { _id: second.id },
      template: { _id: template, name: 'Happy walrus' },
      made: [],
      madeCount: 0,
    })
    const origin = await app.call('GET', `/meme/${second.id}/remixes`)
    expect(origin.body.data).toMatchObject({
      madeFrom: null,
      template: null,
      made: [{ _id: made.body.data._id }],
      madeCount: 1,
    })
    await app.call('DELETE', `/meme/${second.id}`, { token: member.token })
    const without = await app.call('GET', `/meme/${made.body.data._id}/remixes`)
    expect(without.body.data.madeFrom).toBeNull()
    expect((await app.call('GET', `/meme/${second.id}/remixes`)).status).toBe(404)
  })

  test('may be deleted meanwhile, but must be a valid id', async () => {
    const made = await upload({ template: UNKNOWN_ID, madeFrom: UNKNOWN_ID }, 'OF NOTHING')
    expect(made.status).toBe(201)
    const { body } = await app.call('GET', `/meme/${made.body.data._id}/remixes`)
    expect(body.data).toEqual({ madeFrom: null, template: null, made: [], madeCount: 0 })
    expect((await upload({ madeFrom: 'x' }, 'NO ID')).status).toBe(400)
  })
})

describe('matching a picture with templates', () => {
  test('returns the template with its tags, or null without a match', async () => {
    const first = await meme('lynx', 'ONE MORE', 'Tired lynx #monday')
    await meme('lynx', 'AND ANOTHER', 'Tired lynx')
    await compareNewMemes(app.deps)
    const answer = await match('lynx', 'SOMETHING NEW')
    expect(answer.body.data).toMatchObject({ _id: await templateOf(first.id), name: 'Tired lynx', tags: ['monday'] })
    expect((await match('nothing like it', 'HELLO')).body.data).toBeNull()
    expect((await app.call('POST', '/template/match', multipart([]))).body.code).toBe('image.required')
  })
})

describe('a template split by a moderator', () => {
  test('retains its link and other memes, and is not merged with the new one automatically', async () => {
    const memes = []
    for (const text of ['LEFT ONE', 'LEFT TWO', 'RIGHT ONE', 'RIGHT TWO']) memes.push(await meme('two faces', text))
    await compareNewMemes(app.deps)
    const ids = memes.map(({ id }) => id)
    const template = await templateOf(ids[0] ?? '')
    const part = (some: string[], token = moderator.token) =>
      app.call('POST', `/template/${template}/split`, { token, body: { memeIds: some } })
    expect((await part(ids.slice(2), member.token)).status).toBe(403)
    expect((await part(ids)).body.code).toBe('template.nothingToSplit')
    expect((await part([UNKNOWN_ID])).body.code).toBe('template.nothingToSplit')
    const answer = await part(ids.slice(2))
    expect(answer.body.data).toMatchObject({ counts: { all: 2 } })
    expect(await templateOf(ids[0] ?? '')).toBe(template)
    expect(await templateOf(ids[3] ?? '')).toBe(answer.body.data._id)
    await meme('two faces', 'BETWEEN BOTH')
    await compareNewMemes(app.deps)
    expect(await templateOf(ids[0] ?? '')).toBe(template)
    expect(await templateOf(ids[3] ?? '')).toBe(answer.body.data._id)
  })

  test('stays merged after a moderator merges it again', async () => {
    const memes = []
    for (const text of ['UP ONE', 'UP TWO', 'DOWN ONE', 'DOWN TWO']) memes.push(await meme('janus', text))
    await compareNewMemes(app.deps)
    const ids = memes.map(({ id }) => id)
    const template = await templateOf(ids[0] ?? '')
    const ask = (what: string, body: object, token = moderator.token) =>
      app.call('POST', `/template/${template}/${what}`, { token, body })
    const split = (await ask('split', { memeIds: ids.slice(2) })).body.data._id
    expect((await ask('merge', { templateId: split }, member.token)).status).toBe(403)
    expect((await ask('merge', { templateId: UNKNOWN_ID })).body.code).toBe('template.notFound')
    expect((await ask('merge', { templateId: template })).body.code).toBe('template.nothingToMerge')
    expect((await ask('merge', { templateId: split })).body.data).toMatchObject({ _id: template, counts: { all: 4 } })
    expect((await ask('merge', { templateId: split })).body.code).toBe('template.nothingToMerge')
    const log = (await app.call('GET', '/moderation/log?limit=2', { token: moderator.token })).body.data
    expect(log).toMatchObject([
      { actor: { username: moderator.user.username }, reason: `template ${template} has the memes of ${split}` },
      { actor: { username: moderator.user.username }, reason: `template ${template} gave 2 memes to ${split}` },
    ])
    expect((await app.call('GET', `/template/${split}`)).body.data._id).toBe(template)
    await meme('janus', 'AND A FIFTH')
    await compareNewMemes(app.deps)
    expect((await app.call('GET', `/template/${template}`)).body.data.counts.all).toBe(5)
  })
})

describe('the boxes of the captions that a meme has', () => {
  const wordAt = (y: number, text: string) => ({ text, x: 0.3, y, width: 0.3, height: 0.1 })

  test('join the words of each caption and contain no words', async () => {
    const { id } = await meme('boxes', 'TOP')
    const words = JSON.stringify([wordAt(0.05, 'top'), wordAt(0.17, 'line'), wordAt(0.85, 'bottom')])
    await app.db
      .insertInto('meme_texts')
      .values({ meme_id: id, picture_words: words })
      .onConflict((conflict) => conflict.column('meme_id').doUpdateSet({ picture_words: words }))
      .execute()
    const { body } = await app.call('GET', `/meme/${id}/caption-boxes`)
    const rows = body.data.map(({ y, height }: { y: number; height: number }) => [y, y + height])
    expect(rows).toEqual([
      [expect.closeTo(0.04, 1), expect.closeTo(0.28, 1)],
      [expect.closeTo(0.85, 1), expect.closeTo(0.95, 1)],
    ])
    expect(JSON.stringify(body)).not.toContain('bottom')
  })

  test('are none before the picture is read, and only those of memes that the caller may see', async () => {
    const { id } = await meme('unread', 'UNREAD')
    await app.db.deleteFrom('meme_texts').where('meme_id', '=', id).execute()
    expect((await app.call('GET', `/meme/${id}/caption-boxes`)).body.data).toEqual([])
    await app.call('POST', `/moderation/memes/${id}/remove`, { token: moderator.token, payload: { reason: 'Spam' } })
    expect((await app.call('GET', `/meme/${id}/caption-boxes`)).status).toBe(410)
    expect((await app.call('GET', `/meme/${UNKNOWN_ID}/caption-boxes`)).status).toBe(404)
  })
})
