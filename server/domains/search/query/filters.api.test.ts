import { describe, expect, test } from 'vitest'
import { buildMember, buildMeme, changeMemes } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'

const app = await appForFile({ ocr: 'off' })
const ann = (await buildMember(app, { username: 'ann.a' })).user
const bobby = await buildMember(app, { username: 'bob.b' })
const bobToken = bobby.token
const bob = bobby.user
for (const [user, name, description] of [
  [ann, 'Otter at work', '#office #monday'],
  [ann, 'Otter asleep', '#monday'],
  [bob, 'Otter in love', '#office'],
  [bob, 'Con rái cá otter ngủ', '#office'],
  [bob, 'Very good otter', ''],
  [bob, '12345', ''],
] as const)
  await buildMeme(app, { user, name, description })
const moving = await app.db
  .selectFrom('memes')
  .select('id')
  .where('name', '=', 'Otter asleep')
  .executeTakeFirstOrThrow()
await changeMemes(app.db, moving.id, { animated: true })

const search = (q: string, more = '', token?: string) =>
  app.call('GET', `/vector-search/text?q=${encodeURIComponent(q)}${more}`, token ? { token } : {})
const names = async (q: string, more = '', token?: string) => {
  const { status, body } = await search(q, more, token)
  expect(status).toBe(200)
  return body.data.map((meme: { name: string }) => meme.name).toSorted()
}
const OTTERS = ['Con rái cá otter ngủ', 'Otter asleep', 'Otter at work', 'Otter in love', 'Very good otter']

describe('search filters', () => {
  test('moving or still', async () => {
    expect(await names('otter')).toEqual(OTTERS)
    expect(await names('otter', '&animated=true')).toEqual(['Otter asleep'])
    expect(await names('otter animated:yes')).toEqual(['Otter asleep'])
    expect(await names('otter', '&animated=false')).toEqual(OTTERS.filter((name) => name !== 'Otter asleep'))
    expect(await names('otter animated:yes', '&animated=false')).toEqual([])
  })

  test('by the language of the meme’s words, excluding memes without words', async () => {
    expect(await names('otter', '&language=vi')).toEqual(['Con rái cá otter ngủ'])
    expect(await names('otter', '&language=en')).toEqual(OTTERS.filter((name) => !name.startsWith('Con')))
    expect(await names('12345', '&language=en')).toEqual([])
    expect(await names('12345')).toEqual(['12345'])
  })

  test('by person, tag and excluded words', async () => {
    const ofBob = ['Con rái cá otter ngủ', 'Otter in love', 'Very good otter']
    expect(await names('otter', '&user=bob.b')).toEqual(ofBob)
    expect(await names('otter user:@BOB.b')).toEqual(ofBob)
    expect(await names('otter user:me', '', bobToken)).toEqual(ofBob)
    expect(await names('otter user:me')).toEqual([])
    expect(await names('otter -user:bob.b')).toEqual(['Otter asleep', 'Otter at work'])
    expect(await names('otter user:nobody')).toEqual([])
    expect(await names('otter tag:office')).toEqual(['Con rái cá otter ngủ', 'Otter at work', 'Otter in love'])
    expect(await names('otter tag:office tag:monday')).toEqual(['Otter at work'])
    expect(await names('otter -tag:office')).toEqual(['Otter asleep', 'Very good otter'])
    expect(await names('otter -love')).toEqual(OTTERS.filter((name) => !name.includes('love')))
    expect(await names('otter -"good otter"')).toEqual(OTTERS.filter((name) => !name.includes('good')))
    expect(await names('otter -ngu')).not.toContain('Con rái cá otter ngủ')
    expect(await names('otter -ngủ')).not.toContain('Con rái cá otter ngủ')
    expect(await names('otter -ngũ')).toContain('Con rái cá otter ngủ')
  })

  test('find the newest memes without words', async () => {
    const { body } = await search('tag:office')
    expect(body.data.map((meme: { name: string }) => meme.name)).toEqual([
      'Con rái cá otter ngủ',
      'Otter in love',
      'Otter at work',
    ])
    expect(await names('user:bob.b -otter')).toEqual(['12345'])
  })

  test('sort by time, in pages with every match once', async () => {
    for (const [q, more] of [
      ['otter', '&sort=newest'],
      ['otter', '&sort=newest&language=en'],
      ['otter', '&language=en'],
      ['otter user:bob.b', ''],
      ['tag:office', ''],
      ['-love tag:office', '&sort=newest'],
    ] as const) {
      const whole = (await search(q, more)).body.data
      expect(whole.length).toBeGreaterThan(1)
      const ids = whole.map((meme: { _id: string }) => meme._id)
      if (more.includes('newest')) expect(ids).toEqual(ids.toSorted().toReversed())
      const found: string[] = []
      let cursor = ''
      for (const _ of whole) {
        const { body } = await search(q, `${more}&limit=1${cursor}`)
        found.push(...body.data.map((meme: { _id: string }) => meme._id))
        if (!body.hasNext) break
        cursor = `&lastId=${body.nextCursor.lastId}&lastScore=${body.nextCursor.lastScore}`
      }
      expect(found).toEqual(ids)
    }
  })

  test('an unknown operator is a plain word', async () => {
    expect(await names('otter -_-')).toEqual(OTTERS)
    expect(await names('otter "')).toEqual(OTTERS)
    expect(await names('-love')).toEqual(['Otter in love'])
    expect(await names('otter in:love')).toContain('Otter in love')
    expect((await search('tag:\0')).status).toBe(400)
    expect((await search('tag:a '.repeat(1000))).status).toBe(400)
    expect((await search('-a '.repeat(60))).status).toBe(200)
    expect((await search("user:' tag:\\ -'';--")).status).toBe(200)
  })
})
