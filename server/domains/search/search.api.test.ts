import { describe, expect, test } from 'vitest'
import { READ_VERSION } from '#reader/read-version.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { UNKNOWN_ID } from '#test/unknown-id.ts'
import { rewriteMemeTexts, storePictureWords } from './indexing/text-queries.ts'

const app = await appForFile()
const { user } = await buildMember(app)
for (const [name, description] of [
  ['Con mèo ngái ngủ', 'sáng thứ hai #meo'],
  ['Con meo khong dau', ''],
  ['Grumpy dog at work', 'Monday again #office'],
  ['Deploy on Friday', 'nobody should #office'],
] as const) {
  await buildMeme(app, { user, name, description })
}

const search = (q: string, more = '') => app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}${more}`)
const names = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map((meme) => meme.name)

describe('searching by words', () => {
  test('finds Vietnamese typed without tone marks', async () => {
    expect(names(await search('meo'))).toEqual(expect.arrayContaining(['Con mèo ngái ngủ', 'Con meo khong dau']))
  })

  test('ranks the typed tone above others', async () => {
    expect(names(await search('mèo'))[0]).toBe('Con mèo ngái ngủ')
  })

  test('finds English words by stem and despite a misspelling', async () => {
    expect(names(await search('dogs'))).toContain('Grumpy dog at work')
    expect(names(await search('grumpi'))).toContain('Grumpy dog at work')
  })

  test('returns the matched parts', async () => {
    const answer = await search('office')
    expect(answer.body.data[0].matched).toContain('tag')
  })

  test('pages hold every match once, in the order of a single page', async () => {
    const { user } = await buildMember(app)
    // Five memes with equal scores, and two that match only one of the words.
    const matching = [...Array.from({ length: 5 }, () => 'Quokka umbrella'), 'Quokka alone', 'Umbrella alone']
    for (const name of matching) await buildMeme(app, { user, name })
    const whole = await search('quokka umbrella', '&limit=100')
    expect(names(whole).toSorted()).toEqual(matching.toSorted())

    const found: unknown[] = []
    const pageSizes: number[] = []
    let more = '&limit=2'
    for (let page = 0; page < matching.length; page += 1) {
      const { body } = await search('quokka umbrella', more)
      found.push(...body.data)
      pageSizes.push(body.data.length)
      if (!body.hasNext) break
      more = `&limit=2&lastId=${body.nextCursor.lastId}&lastScore=${body.nextCursor.lastScore}`
    }
    expect(found).toEqual(whole.body.data)
    expect(pageSizes).toEqual([2, 2, 2, 1])
  })

  test('finds elongated words by their short form, and the other way round', async () => {
    const { user } = await buildMember(app)
    await buildMeme(app, { user, name: 'Nooooo not the axolotl' })
    await buildMeme(app, { user, name: 'Goood axolotl @pond_99 #wetfriends' })
    expect(names(await search('no axolotl'))[0]).toBe('Nooooo not the axolotl')
    expect(names(await search('noooooooo axolotl'))[0]).toBe('Nooooo not the axolotl')
    for (const query of ['good axolotl', '@pond_99', '#wetfriends', 'wetfriends 99'])
      expect(names(await search(query))[0]).toBe('Goood axolotl @pond_99 #wetfriends')
  })

  test('a long description does not find memes that share only one common word', async () => {
    const { user } = await buildMember(app)
    const platypuses = Array.from({ length: 12 }, (_, at) => `Platypus number ${at}`)
    for (const name of [...platypuses, 'Platypus yelling']) await buildMeme(app, { user, name })
    expect(names(await search('woman yelling at platypus'))).toEqual(['Platypus yelling'])
    expect(names(await search('woman crying near platypus'))).toEqual([])
  })

  test('a rare word finds its meme among many newer partial matches', async () => {
    const { user } = await buildMember(app)
    await buildMeme(app, { user, name: 'Wombat zeppelin' })
    for (let at = 0; at < 12; at += 1) await buildMeme(app, { user, name: `Wombat ${at}` })
    expect(names(await search('wombat zeppelin balloonist'))).toEqual(['Wombat zeppelin'])
    expect(names(await search('wombat balloonist'))).toEqual([])
    expect(names(await search('zeppelin balloonist'))).toEqual(['Wombat zeppelin'])
  })

  test('nonsense and punctuation find nothing', async () => {
    expect((await search('zzqxv')).body).toMatchObject({ data: [], hasNext: false, nextCursor: null })
    expect((await search("'!&|")).body.data).toEqual([])
  })

  test('returns 400 for a blank query, a limit above 100 and half a cursor', async () => {
    expect((await search('  ')).status).toBe(400)
    expect((await search('cat', '&limit=101')).body.errors[0].code).toBe('limitRange')
    expect((await search('cat', '&lastScore=1')).body.code).toBe('cursor.invalid')
    expect((await search('cat', '&lastScore=1&lastId=x')).body.code).toBe('cursor.invalid')
  })
})

describe('similar memes', () => {
  test('put shared tags first and never include the meme itself', async () => {
    const [source] = (await search('Deploy')).body.data
    const answer = await app.call('GET', `/meme/recommend/by-image?imageId=${source._id}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data[0].name).toBe('Grumpy dog at work')
    expect(answer.body.data.map((meme: { _id: string }) => meme._id)).not.toContain(source._id)
  })

  test('of an unknown meme are a 404', async () => {
    expect((await app.call('GET', `/meme/recommend/by-image?imageId=${UNKNOWN_ID}`)).status).toBe(404)
  })
})

describe('words of a picture with alternatives', () => {
  const bounds = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 }

  test('are found by alternatives too, after pictures with the certain word', async () => {
    const { user } = await buildMember(app)
    const readings = {
      doubted: [{ text: 'HUỘN', others: [{ text: 'MUỘN', chance: 0.3 }], ...bounds }],
      certain: [{ text: 'MUỘN', ...bounds }],
      other: [{ text: 'MUỒN', isSpelt: true, ...bounds }],
    }
    const ids: Record<string, string> = {}
    for (const [name, words] of Object.entries(readings)) {
      const meme = await buildMeme(app, { user, name: `IMG ${name}` })
      ids[name] = meme.id
      await withTransaction(app.db, async (tx) => {
        await storePictureWords(tx, meme.id, words, READ_VERSION)
        await rewriteMemeTexts(tx, meme.id)
      })
    }
    const found = (await search('muộn')).body.data
    expect(found.map(({ _id }: { _id: string }) => _id)).toEqual([ids.certain, ids.doubted, ids.other])
    expect(found[1].boxes).toEqual([{ text: 'HUỘN', ...bounds }])
  })
})
