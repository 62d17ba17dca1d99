import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FoundMeme } from '#contract/memes/search.ts'
import { compareNewMemes } from '#server/domains/feed/relate-memes.ts'
import { describeImage } from '#server/domains/search/likeness/descriptor/visual.ts'
import { captionedPicture } from '#test/captioned-picture.ts'
import { buildMember } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { notRepeated } from '#test/not-repeated.ts'
import { captionedMeme, templateOfMeme } from '#test/template-memes.ts'
import { recognizeOutdated } from './recognize.ts'

const pack = await packWithPicture('pelican')
const app = await appForFile()
// Read at the first use.
await writeFile(path.join(app.dataDir, 'known-templates.json'), pack)
const member = await buildMember(app)
const moderator = await buildMember(app, { role: 'moderator' })

const meme = (seed: string, text: string, name: string) => captionedMeme(app, member, { seed, text, name })
const templateOf = (id: string) => templateOfMeme(app, id)

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
describe('memes with the same picture', () => {
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
})
