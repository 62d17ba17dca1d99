import { expect, test } from 'vitest'
import type * as z from 'zod'
import type { CallShape } from '#contract/call.ts'
import { type CallKey, calls } from '#contract/calls.ts'
import { refreshTemplateCounts } from '#server/domains/templates/refresh-counts.ts'
import type { TestApp } from '#test/app.ts'
import { appForFile } from '#test/for-file.ts'
import { STATES } from '#test/visibility/table.ts'
import { buildWorld, enter, SHARED, type World } from '#test/visibility/world.ts'

/**
 * A count must not reveal a meme or a person that the list which it describes hides. Compares each count with its list, for one
 * meme in every state. A new count in a response for members fails the first test until it is listed.
 */
const app = await appForFile()
const world = await buildWorld(app)

/** The tag of all memes in the test. */
const TAG = 'sharedtag'
/** A tag of the meme in the states only. */
const RARE_TAG = 'zantag'

interface Reader {
  get: (url: string) => ReturnType<TestApp['call']>
  post: (url: string, body: unknown) => ReturnType<TestApp['call']>
}
interface Compared {
  count: number | undefined
  listed: number
}
type Compare = (reader: Reader, world: World) => Promise<Compared[]>

interface Tagged {
  tag: string
  count: number
}
const searched = async ({ get }: Reader, tag: string) => {
  const found: { tag: string[] }[] = (await get(`/vector-search/text?q=%23${tag}&limit=100`)).body.data
  return found.filter((meme) => meme.tag.includes(tag)).length
}

/** Compares the tags with searches for them; tags of the test that are absent must have no memes. */
async function compareTags(reader: Reader, tags: Tagged[]): Promise<Compared[]> {
  const absent = [TAG, RARE_TAG].filter((tag) => !tags.some((one) => one.tag === tag))
  const counted = [...tags, ...absent.map((tag) => ({ tag, count: 0 }))]
  return Promise.all(counted.map(async ({ tag, count }) => ({ count, listed: await searched(reader, tag) })))
}

async function compareTemplate({ get }: Reader, id: string, counts: { all: number; week: number; day: number }) {
  const listed = (await get(`/template/${id}/memes?limit=100`)).body.data.length as number
  // All memes of the test are new.
  return [counts.all, counts.week, counts.day].map((count) => ({ count, listed }))
}

const compareTemplates =
  (url: string): Compare =>
  async (reader, { templateId }) => {
    const found = (await reader.get(url)).body.data.find((one: { _id: string }) => one._id === templateId)
    return found ? compareTemplate(reader, templateId, found.counts) : []
  }

const compareAlbums: Compare = async ({ get }, { albums }) =>
  Promise.all(
    Object.values(albums).map(async (id) => ({
      count: (await get(`/albums/${id}`)).body.data?.count,
      listed: (await get(`/albums/${id}/memes`)).body.data?.length,
    })),
  )

/** Counts of memes or people in a list, by `SCHEMA:FIELD` or `CALL:FIELD`. */
const LISTED: Record<string, Compare> = {
  'TagCount:count': async (reader) => {
    const listed = await Promise.all(
      ['', '?period=day', `?q=${TAG}`].map(async (query) => (await reader.get(`/tags${query}`)).body.data as Tagged[]),
    )
    const [all = [], ofDay = [], begun = []] = listed
    const suggested = (await reader.post('/tags/suggest', { text: `${TAG} ${RARE_TAG}` })).body.data ?? []
    return [
      ...(await compareTags(reader, all)),
      ...(await Promise.all(
        [...ofDay, ...begun, ...suggested].map(async ({ tag, count }) => ({
          count,
          listed: await searched(reader, tag),
        })),
      )),
    ]
  },
  'TagDetails:count': async (reader) =>
    Promise.all(
      [TAG, RARE_TAG].map(async (tag) => ({
        count: (await reader.get(`/tags/${tag}`)).body.data.count,
        listed: await searched(reader, tag),
      })),
    ),
  'Template:counts': async (reader, given) => [
    ...(await compareTemplates('/templates')(reader, given)),
    ...(await compareTemplates(`/templates/fitting?q=${SHARED}`)(reader, given)),
  ],
  'TemplateDetail:counts': async (reader, { templateId }) => {
    const { status, body } = await reader.get(`/template/${templateId}`)
    return status === 200 ? compareTemplate(reader, templateId, body.data.counts) : []
  },
  'Album:count': compareAlbums,
  'Remixes:madeCount': async ({ get }, { harmless }) => {
    const { madeCount, made } = (await get(`/meme/${harmless.id}/remixes`)).body.data
    return [{ count: madeCount, listed: made.length }]
  },
  'GET /users/trending:total': async ({ get }) => {
    const { total, data } = (await get('/users/trending?timeFrame=24h')).body
    return [{ count: total, listed: data.length }]
  },
  'Notification:peopleCount': async ({ get }) => {
    const { status, body } = await get('/notifications')
    const gathered = status === 200 ? body.data : []
    return gathered.map((one: { peopleCount: number; people: unknown[] }) => ({
      count: one.peopleCount,
      listed: one.people.length,
    }))
  },
  'Notification:detail.count': async ({ get }) => {
    const { status, body } = await get('/notifications')
    const posts = (status === 200 ? body.data : []).filter((one: { kind: string }) => one.kind === 'post')
    return Promise.all(
      posts.map(async ({ people, detail }: { people: { _id: string }[]; detail: { count: number } }) => ({
        count: detail.count,
        listed: (await get(`/meme/user/${people[0]?._id}`)).body.data.length,
      })),
    )
  },
  'GET /notifications/unread:count': async ({ get }) => {
    const { status, body } = await get('/notifications/unread')
    if (status !== 200) return []
    const listed = (await get('/notifications')).body.data.filter((one: { isRead: boolean }) => !one.isRead)
    return [{ count: body.count, listed: listed.length }]
  },
}

/** Counts that are the same for all readers, or of the member's own things, with the reason. */
const SAME_FOR_ALL: [RegExp, string][] = [
  [/:(?:stats\.|analytics\.|followersCount$|followingCount$)/, 'counters of a person, shown to everyone (ADR 250)'],
  [/^MemeCreator:follow(?:ing)?Count$|:totalCount$/, 'the same counters'],
  [/:(?:\w+\.)*(?:view|like|copy|dislike)Count$/, 'counters of a meme'],
  [/^GET \/notifications\/stream:count$/, 'the same as of the unread notifications'],
  [/^(?:BulkProgress|MemberStorage)/, "the member's own"],
]

const isCount = (name: string) => /count|total|gained|received|posted|^memes|^(?:day|week|all)$/i.test(name)

/** Collects the numbers of a response by the named schema that has them. */
function numbersOf(call: CallKey, schema: z.ZodType): string[] {
  const found = new Set<string>()
  const visit = (given: unknown, owner: string, path: string[], above: readonly unknown[]) => {
    const one = given as z.ZodType | undefined
    if (!one?._zod || above.includes(one)) return
    const def = one._zod.def as unknown as Record<string, unknown>
    const id = one.meta()?.id
    const [name, at] = id === undefined ? [owner, path] : [id, []]
    if (def.type === 'number' && isCount(at.at(-1) ?? '')) found.add(`${name}:${at.join('.')}`)
    const inner = ['innerType', 'element', 'in', 'out', 'valueType'].map((key) => def[key])
    for (const part of [...inner, ...((def.options ?? []) as unknown[])]) visit(part, name, at, [...above, one])
    for (const [key, part] of Object.entries(def.shape ?? {})) visit(part, name, [...at, key], [...above, one])
  }
  visit(schema, call, [], [])
  return [...found]
}

test('every count that members get is compared with its list, or the same for all', () => {
  const reading = (Object.entries(calls) as [CallKey, CallShape][]).filter(
    ([key, { role, method }]) => method === 'GET' && role === undefined && key !== 'GET /config',
  )
  const all = [...new Set(reading.flatMap(([key, call]) => numbersOf(key, call.response as z.ZodType)))]
  const isListed = (name: string) => Object.keys(LISTED).some((one) => name === one || name.startsWith(`${one}.`))
  expect(all.filter((name) => !isListed(name) && !SAME_FOR_ALL.some(([pattern]) => pattern.test(name)))).toEqual([])
  for (const name of Object.keys(LISTED))
    expect([name, all.some((one) => one === name || one.startsWith(`${name}.`))]).toEqual([name, true])
})

test.each(STATES)('counts match their lists when the meme is: %s', async (state) => {
  const leave = await enter(world, state)
  // Runs every five minutes.
  await refreshTemplateCounts(app.deps)
  const readers = { reader: world.reader.token, creator: world.creator.token, moderator: world.moderator.token }
  for (const [who, token] of Object.entries({ ...readers, visitor: undefined })) {
    const given = token === undefined ? {} : { token }
    const reader: Reader = {
      get: (url) => app.call('GET', url, given),
      post: (url, body) => app.call('POST', url, { ...given, body }),
    }
    for (const [name, compare] of Object.entries(LISTED)) {
      const compared = await compare(reader, world)
      expect([who, name, compared.map(({ count }) => count)]).toEqual([who, name, compared.map(({ listed }) => listed)])
    }
  }
  await leave()
})
