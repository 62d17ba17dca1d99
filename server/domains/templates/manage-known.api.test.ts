import { beforeAll, describe, expect, test } from 'vitest'
import { KnownEntryInput } from '#contract/templates/known-templates.ts'
import { buildMember, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { captionedMeme, templateOfMeme } from '#test/template-memes.ts'
import { compareNewMemes } from '../feed/relate-memes.ts'
import { knownPacks } from '../search/known-templates/read-known.ts'

const app = await appForFile()
const moderator = await buildMember(app, { role: 'moderator' })

const PATH = '/moderation/known-templates'
const call = (method: string, url: string, body?: object, language = 'en') =>
  app.call(method, url, {
    token: moderator.token,
    headers: { 'accept-language': language },
    ...(body ? { body } : {}),
  })
const list = async (q: string) => (await call('GET', `${PATH}?q=${encodeURIComponent(q)}`)).body.data
const texts = (names: string[] = [], vi: string[] = []) => [
  { language: 'en', names, shows: 'A pelican types.', origin: 'The office.' },
  { language: 'vi', names: vi, shows: 'Bồ nông gõ phím.', origin: 'Văn phòng.' },
]
const entry = (name: string, names: string[] = [], vi: string[] = []) => ({ name, texts: texts(names, vi) })

describe('moderators', () => {
  test('find templates by any name, without marks, and page through all', async () => {
    expect((await list('grumpy')).map(({ id }: { id: string }) => id)).toContain('grumpy-cat')
    expect((await list('MEO cau co')).map(({ id }: { id: string }) => id)).toContain('grumpy-cat')
    expect(await list('no such name at all')).toEqual([])
    const first = (await call('GET', `${PATH}?limit=2`)).body
    const second = (await call('GET', `${PATH}?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)).body
    expect(new Set([...first.data, ...second.data].map(({ id }: { id: string }) => id)).size).toBe(4)
    expect((await call('GET', `${PATH}?cursor=nonsense`)).status).toBe(400)
  })

  test('correct the name and facts of a template, which its page shows at once, and take that back', async () => {
    const member = await buildMember(app)
    const first = await captionedMeme(app, member, { seed: 'gull', text: 'ONE', name: 'Distracted boyfriend' })
    await captionedMeme(app, member, { seed: 'gull', text: 'TWO', name: 'distracted boyfriend!' })
    await compareNewMemes(app.deps)
    const id = await templateOfMeme(app, first.id)
    const page = async () => (await app.call('GET', `/template/${id}`)).body.data
    const [before] = await list('distracted boyfriend')
    expect(before).toMatchObject({ id: 'distracted-boyfriend', source: 'product', isRemoved: false })
    const changed = await call('PUT', `${PATH}/distracted-boyfriend`, entry('Boyfriend looks back', ['Turning head']))
    expect(changed.body.data).toMatchObject({ source: 'site', hasPicture: before.hasPicture })
    expect(await page()).toMatchObject({ name: 'Boyfriend looks back', known: { shows: 'A pelican types.' } })
    expect((await call('POST', `${PATH}/distracted-boyfriend/restore`)).body.data).toEqual(before)
    expect((await page()).known.shows).toContain('woman')
    await call('DELETE', `${PATH}/distracted-boyfriend`)
    expect((await page()).known).toBeUndefined()
    expect((await call('DELETE', `${PATH}/distracted-boyfriend`)).body.code).toBe('knownTemplate.notFound')
    expect((await list('distracted boyfriend'))[0]).toMatchObject({ isRemoved: true })
    await call('POST', `${PATH}/distracted-boyfriend/restore`)
    const log = await call('GET', '/moderation/log?limit=4')
    expect(log.body.data.map(({ reason }: { reason: string }) => reason)).toEqual([
      'known templates: restored “Distracted Boyfriend”',
      'known templates: removed “Distracted Boyfriend”',
      'known templates: restored “Distracted Boyfriend”',
      'known templates: corrected “Boyfriend looks back”',
    ])
  })

  test.each(['Otter\u202e', 'Ot\u200bter', 'Otter\nof the site', '\u3164'])('cannot enter %j', async (bad) => {
    const good = texts(['Sea otter'])
    const wrongTexts = (change: object) => ({ name: 'Otter', texts: [{ ...good[0], ...change }, good[1]] })
    for (const [path, code, body] of [
      ['name', 'nameCharacters', { name: bad, texts: good }],
      ['texts.0.names.0', 'nameCharacters', wrongTexts({ names: [bad] })],
      ['texts.0.shows', 'invalidText', wrongTexts({ shows: bad })],
      ['texts.0.origin', 'invalidText', wrongTexts({ origin: bad })],
    ] as const)
      for (const answer of [await call('POST', PATH, body), await call('PUT', `${PATH}/grumpy-cat`, body)])
        expect([answer.status, answer.body.errors]).toMatchObject([400, [{ path, code }]])
  })

  test('can save every template of the pack unchanged', () => {
    const refused = knownPacks(app.deps).templates.filter(
      ({ name, texts: inPack }) =>
        !KnownEntryInput.safeParse({
          name,
          texts: Object.entries(inPack).map(([language, one]) => ({ language, ...one })),
        }).success,
    )
    expect(refused.map(({ id }) => id)).toEqual([])
  })

  test('add a template, which names templates of memes, and remove it', async () => {
    const name = `Typing pelican ${unique()}`
    const added = await call('POST', PATH, entry(name, [], ['Bồ nông gõ phím']))
    expect(added.status).toBe(201)
    const { id } = added.body.data
    expect(id).toMatch(/^typing-pelican-/)
    const member = await buildMember(app)
    const first = await captionedMeme(app, member, { seed: 'heron', text: 'ONE', name })
    await captionedMeme(app, member, { seed: 'heron', text: 'TWO', name })
    await compareNewMemes(app.deps)
    const templateId = await templateOfMeme(app, first.id)
    expect((await app.call('GET', `/template/${templateId}`)).body.data.known.shows).toBe('A pelican types.')
    const asked = await app.call('GET', '/templates/fitting?q=bo%20nong%20go%20phim')
    expect(asked.body.data.map(({ _id }: { _id: string }) => _id)).toContain(templateId)
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200)
    expect(await list(name)).toEqual([])
  })

  test('two templates may have names of the same letters in their ids', async () => {
    const first = await call('POST', PATH, entry('Walrus, one'))
    const second = await call('POST', PATH, entry('Walrus (one) ™'))
    expect([first.status, first.body.data.id]).toEqual([201, 'walrus-one'])
    expect([201, 422]).toContain(second.status)
    const emoji = await call('POST', PATH, entry('🦭🦭'))
    expect([emoji.status, emoji.body.data.id]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })
})

describe('bad entries are refused with a sentence', () => {
  const BAD = {
    'a name that stands for itself': [
      entry('Osprey', ['OSPREY!']),
      'The name “OSPREY!” of “osprey” stands for itself: it is already the name of this template.',
      'Tên “OSPREY!” của “osprey” trỏ về chính nó: đây đã là tên của mẫu này.',
    ],
    'a chain': [entry('Osprey', ['Doge']), /starts a chain: it is the main name of “doge”/, /tạo thành chuỗi tên/],
    'a loop': [entry('Shiba', ['Doge']), /form a loop/, /tạo thành vòng lặp/],
    'a name of another template': [entry('doge'), 'Two templates have the name “doge”.', 'Có hai mẫu cùng tên “doge”.'],
    'too many names': [
      entry(
        'Osprey',
        Array.from({ length: 10_000 }, (_, n) => `bird ${n}`),
      ),
      'The template “osprey” has 10,000 other names in the language “en”. At most 20 are allowed.',
      'Mẫu “osprey” có 10.000 tên khác bằng ngôn ngữ “en”. Chỉ được tối đa 20 tên.',
    ],
    'a name without words': [
      entry('Osprey', ['!!']),
      'The name “!!” of “osprey” contains no words.',
      'Tên “!!” của “osprey” không có chữ nào.',
    ],
    'no English texts': [
      { name: 'Osprey', texts: texts().slice(1) },
      'The template “osprey” has no texts in the language “en”.',
      'Mẫu “osprey” chưa có nội dung bằng ngôn ngữ “en”.',
    ],
  } as const

  beforeAll(async () => {
    const doge = { name: 'Doge', texts: texts(['Shiba', 'Much wow']) }
    expect((await call('PUT', `${PATH}/doge`, doge)).body.message).toBeUndefined()
  })

  test.each(Object.entries(BAD))('%s', async (_, [body, english, vietnamese]) => {
    for (const [language, sentence] of [
      ['en', english],
      ['vi', vietnamese],
    ] as const) {
      const answer = await call('POST', PATH, body, language)
      expect([answer.status, answer.body.code]).toEqual([422, 'knownTemplate.refused'])
      expect(answer.body.message).toMatch(sentence)
    }
    expect(await list('osprey')).toEqual([])
  })

  test('empty or long texts are errors of fields', async () => {
    const { status, body } = await call('POST', PATH, { name: ' ', texts: [{ ...texts()[0], shows: 'x'.repeat(301) }] })
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, ['name', 'texts.0.shows']])
  })

  test('of two moderators who add one name at once, one is refused', async () => {
    const name = `Twin ${unique()}`
    const answers = await Promise.all([call('POST', PATH, entry(name)), call('POST', PATH, entry(name))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
  })
})
