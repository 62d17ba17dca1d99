import sharp from 'sharp'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart } from '#test/multipart.ts'
import { randomPicture } from '#test/random-picture.ts'
import { suspendMember, unsuspendMember } from '../../server/domains/moderation/moderate.ts'
import { refreshTrending } from '../../server/domains/trending/refresh-trending.ts'

/**
 * Makes every reading call for two people after one blocked the other, and searches each response for the other. Covers future
 * calls automatically.
 */
const app = await appForFile()

const WORD = 'sharedword'

interface Person extends BuiltMember {
  memeId: string
  /** Texts that identify the person or their meme in a response. */
  marks: string[]
}

async function buildPerson(name: string, picture: Buffer): Promise<Person> {
  const member = await buildMember(app, { username: `${name}-${WORD}`, displayName: `${name} ${WORD}` })
  const meme = await buildMeme(app, { user: member.user, name: `${WORD} by ${name}x #${WORD}`, bytes: picture })
  // The album id equals its owner's id, which the scan puts into every path.
  const album = { id: member.user.id, user_id: member.user.id, name: `${name} ${WORD}`, position: 0 }
  await app.db
    .insertInto('albums')
    .values({ ...album, visibility: 'public' })
    .execute()
  await app.db.insertInto('album_memes').values({ album_id: album.id, meme_id: meme.id, position: 0 }).execute()
  return {
    ...member,
    memeId: meme.id,
    marks: [member.user.id, member.user.username, `${name} ${WORD}`, meme.id, `${name}x`],
  }
}

/** Everyone follows and likes everyone, so that each person occurs in every list of the others. */
async function mingle(people: Person[]): Promise<void> {
  const ok = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200)
  for (const one of people)
    for (const other of people) {
      if (one !== other) await ok(app.call('POST', `/users/${other.user.id}/follow`, { token: one.token }))
      for (const action of ['view', 'like', 'add-to-album', 'copy'])
        await ok(app.call('POST', '/user-action', { token: one.token, body: { memeId: other.memeId, action } }))
    }
  await refreshTrending(app.deps)
}

/** The URLs of a reading call that may name a person: about them, about a third person, about the caller. */
function urlsOf(call: CallShape, { reader, other, third }: Record<'reader' | 'other' | 'third', Person>): string[] {
  const shape = (call.query?._zod.def as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {}
  const about = [other, third, reader].map((person) => {
    const id = call.path.startsWith('/meme/{id}') ? person.memeId : person.user.id
    const values: Record<string, string> = { q: WORD, imageId: person.memeId, id: person.memeId }
    const query = Object.keys(shape).flatMap((name) => (name in values ? [`${name}=${values[name]}`] : []))
    return `${call.path.replace('{id}', id).replace(/\{\w+\}/g, person.user.id)}?${query.join('&')}`
  })
  return [...new Set(about)]
}

/** Marks of a person in the responses that a member gets, by call. */
async function findMarks(reader: Person, other: Person, third: Person, picture: Buffer): Promise<string[]> {
  const found: string[] = []
  const scan = (name: string, body: unknown) => {
    const text = JSON.stringify(body)
    for (const mark of other.marks) if (text.includes(mark)) found.push(`${name}: ${mark}`)
  }
  const reading = (Object.entries(calls) as [CallKey, CallShape][]).filter(
    ([, call]) => call.method === 'GET' && !call.stream && !call.file,
  )
  for (const [key, call] of reading)
    for (const url of urlsOf(call, { reader, other, third }))
      scan(key, (await app.call('GET', url, { token: reader.token })).body)
  const image = { name: 'image', value: picture, fileName: 'a.png', type: 'image/png' }
  const asked = multipart([image])
  scan(
    'POST /vector-search/image',
    (await app.call('POST', '/vector-search/image', { token: reader.token, ...asked })).body,
  )
  return found
}

const callsOf = (found: string[]) => [...new Set(found.map((line) => line.split(':')[0]))].toSorted()

/** Calls in which a person who is not blocked must appear; otherwise the scan would detect nothing. */
const SEEN_IN: CallKey[] = [
  'GET /feed/following',
  'GET /feed/new',
  'GET /albums/{id}',
  'GET /albums/{id}/memes',
  'GET /users/{id}/albums',
  'GET /meme/recommend/by-image',
  'GET /meme/user/{id}',
  'GET /meme/{id}',
  'GET /notifications',
  'GET /recommendation-feed',
  'GET /trending-memes',
  'GET /user/meme/album/{id}',
  'GET /user/meme/frequent/{id}',
  'GET /users/me/history',
  'GET /users/trending',
  'GET /users/{id}',
  'GET /users/{id}/followers',
  'GET /users/{id}/following',
  'GET /vector-search/suggest',
  'GET /vector-search/text',
  'POST /vector-search/image',
]

/** Reading calls that name people and are not in `SEEN_IN`, with the reason. */
const NOT_SEEN_IN: Partial<Record<CallKey, string>> = {
  'GET /admin/people': 'for admins',
  'GET /moderation/appeals': 'for moderators',
  'GET /moderation/queue': 'for moderators',
  'GET /moderation/words': 'for moderators',
  'GET /moderation/reports': 'for moderators',
  'GET /users/me/blocks': "the member's own decisions",
  'GET /users/me/mutes': "the member's own decisions",
  'GET /meme/{id}/remixes': 'needs a remix; see who-sees-which-meme',
  'GET /template/{id}/memes': 'needs a template; see who-sees-which-meme',
}

/** True if a value of this schema names a person: by username, and by display name or picture. */
function namesPerson(schema: z.ZodType): boolean {
  const def = schema._zod.def as unknown as Record<'innerType' | 'element' | 'in' | 'out' | 'valueType', z.ZodType> & {
    shape?: Record<string, z.ZodType>
    options?: z.ZodType[]
  }
  const { shape = {} } = def
  if (shape.username && (shape.displayName ?? shape.avatar ?? shape.avatarUrl)) return true
  const inner = [
    def.innerType,
    def.element,
    def.in,
    def.out,
    def.valueType,
    ...(def.options ?? []),
    ...Object.values(shape),
  ]
  return inner.some((one) => one && namesPerson(one))
}

test('every reading call with people is checked below, or exempt for a reason', () => {
  const naming = (Object.entries(calls) as [CallKey, CallShape][]).flatMap(([key, call]) =>
    call.method === 'GET' && namesPerson(call.response) ? [key] : [],
  )
  const checked = new Set<string>([...SEEN_IN, ...Object.keys(NOT_SEEN_IN)])
  expect(naming.filter((key) => !checked.has(key))).toEqual([])
})

test('no response names a blocked person, a person who blocked the caller, or a suspended person', async () => {
  const picture = await randomPicture('of all')
  const [an, binh, chi] = [
    await buildPerson('anchorer', picture),
    await buildPerson('binhorer', await randomPicture('another')),
    await buildPerson('chihorer', await randomPicture('a third')),
  ] as const
  await mingle([an, binh, chi])
  for (const [one, other] of [
    [an, binh],
    [binh, an],
  ] as const)
    expect(callsOf(await findMarks(one, other, chi, picture))).toEqual(
      expect.arrayContaining(SEEN_IN.filter((key) => key !== 'POST /vector-search/image' || other === an)),
    )

  expect((await app.call('POST', `/users/${binh.user.id}/block`, { token: an.token })).status).toBe(200)
  expect(callsOf(await findMarks(an, binh, chi, picture))).toEqual(['GET /users/me/blocks'])
  expect(await findMarks(binh, an, chi, picture)).toEqual([])
  const before = callsOf(await findMarks(chi, an, binh, picture))
  expect(before).not.toEqual([])
  await suspendMember(app.deps, null, an.user.id, 'Spam')
  await refreshTrending(app.deps)
  expect(await findMarks(chi, an, binh, picture)).toEqual([])
  await unsuspendMember(app.deps, null, an.user.id, 'Sorry')
  await refreshTrending(app.deps)
  expect(callsOf(await findMarks(chi, an, binh, picture))).toEqual(before)
})

test('an upload does not reveal a hidden person’s meme as its duplicate', async () => {
  const [an, binh] = [await buildMember(app), await buildMember(app)]
  const picture = await randomPicture('uploaded by two')
  const { id } = await buildMeme(app, { user: binh.user, bytes: picture })
  const upload = async (bytes: Buffer, name = '') => {
    const form = multipart([{ name: 'image', value: bytes, fileName: `a${name}.png`, type: 'image/png' }])
    return app.call('POST', '/meme', { token: an.token, ...form })
  }
  const again = await sharp(picture).jpeg({ quality: 60 }).toBuffer()
  for (const bytes of [picture, again]) expect((await upload(bytes)).body).toMatchObject({ duplicateOf: id })
  await app.call('POST', `/users/${an.user.id}/block`, { token: binh.token })
  const own = await upload(picture)
  expect(own.status).toBe(201)
  // From now on, the duplicate is their own earlier upload.
  expect((await upload(again)).body).toMatchObject({ duplicateOf: own.body.data._id })
})
