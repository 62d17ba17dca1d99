import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { relateByTaste } from '#server/domains/feed/relate-memes.ts'
import { refreshTrending } from '#server/domains/trending/refresh-trending.ts'
import type { Cache } from '#server/platform/cache/cache.ts'
import { TOPICS, type TopicName, VISIBLE_TOPICS } from '#server/platform/change-bus/topics.ts'
import { newId } from '#server/platform/db/id.ts'
import { LISTENER_NAME } from '#server/platform/db/listener.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Answer } from '#test/app.ts'
import { createBulkClient, pictureParts } from '#test/bulk-client.ts'
import { forever } from '#test/caches.ts'
import { type BuiltMember, buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { multipart, pictureForm } from '#test/multipart.ts'
import { poll } from '#test/poll.ts'
import { randomPicture } from '#test/random-picture.ts'

const TOPIC_NAMES = Object.keys(TOPICS) as TopicName[]

/** A node with one cache per topic, and the topics that it has received. */
interface Node {
  app: FastifyInstance
  deps: Deps
  probes: Map<TopicName, Cache<string>>
  received: { topic: TopicName; key: string }[]
}

function watch(app: FastifyInstance, deps: Deps): Node {
  const open = (topic: TopicName) => deps.caches.open<string>({ name: `probe ${topic}`, max: 1, topics: [topic] })
  const node: Node = { app, deps, probes: new Map(TOPIC_NAMES.map((topic) => [topic, open(topic)])), received: [] }
  deps.bus.on(TOPIC_NAMES, (key, topic) => node.received.push({ topic, key }))
  return node
}

// Only changes empty a cache in this test.
const near = await appForFile({}, { cacheAge: forever })
const other = await near.anotherNode()
const far = other.app
const nodes = [watch(near.app, near.deps), watch(far, other.deps)]
const moderator = await buildMember(near, { role: 'moderator' })
const admin = await buildMember(near, { role: 'admin' })
afterAll(() => far.close())

let creator: BuiltMember
let memeId: string
beforeEach(async () => {
  creator = await buildMember(near)
  memeId = (await buildMeme(near, { user: creator.user, name: 'A heron #herons', description: '#herons' })).id
})

async function ok(method: string, url: string, { token }: BuiltMember, more: object = {}): Promise<Answer> {
  const answer = await near.call(method, url, { token, ...more })
  expect([url, answer.status < 300, answer.body.code]).toEqual([url, true, undefined])
  return answer
}
const reason = { body: { reason: 'A change.' } }
const picture = async (name: string) =>
  multipart([{ name, value: await randomPicture(unique()), fileName: 'a.png', type: 'image/png' }])
const readFar = async (url: string) => (await far.inject({ url })).body

/** Reads as a visitor on the other node: before the change, and after it. */
interface Change {
  /** Prepares the change and returns the function that makes it. */
  prepare(): Promise<() => Promise<unknown>>
  /** An address that shows the change on the other node, and the text that appears or disappears. */
  shows?: () => { url: string; text: string; after: boolean }
  /** The key that the nodes receive. */
  key?: () => string
}
const isNew = (after: boolean) => () => ({ url: '/api/feed/new?limit=100', text: memeId, after })
const change = (make: () => Promise<unknown>, more: Omit<Change, 'prepare'> = {}): Change => ({
  prepare: async () => make,
  ...more,
})
/** A change that is undone by another. */
const undone = (make: () => Promise<unknown>, undo: () => Promise<unknown>): Change => ({
  async prepare() {
    await make()
    return undo
  },
  shows: isNew(true),
})

const remove = () => ok('POST', `/moderation/memes/${memeId}/remove`, moderator, reason)
const suspend = () => ok('POST', `/moderation/users/${creator.user.id}/suspend`, moderator, reason)
const deleteOwn = () => ok('DELETE', `/meme/${memeId}`, creator)
const uploaded = `Uploaded ${unique()}`
const templateName = `Template ${unique()}`
const siteName = `Site ${unique()}`
let gifKey: { _id: string; key: string }

/** Every topic, with the changes that publish it. */
const CHANGES: Record<TopicName, Record<string, Change>> = {
  memeVisibilityChanged: {
    'a removal': change(remove, { shows: isNew(false) }),
    'a restoration': undone(remove, () => ok('POST', `/moderation/memes/${memeId}/restore`, moderator, reason)),
    'a suspension': change(suspend, { shows: isNew(false) }),
    'the end of a suspension': undone(suspend, () =>
      ok('POST', `/moderation/users/${creator.user.id}/unsuspend`, moderator, reason),
    ),
    'a deletion by its owner': change(deleteOwn, { shows: isNew(false) }),
    'a restoration by its owner': undone(deleteOwn, () => ok('POST', `/meme/${memeId}/restore`, creator)),
    'the deletion of an account': change(() => ok('DELETE', '/users/me', creator), { shows: isNew(false) }),
    'a mark as sensitive': change(() =>
      ok('POST', `/moderation/memes/${memeId}/sensitive`, moderator, { body: { sensitive: true, reason: 'Adult.' } }),
    ),
  },
  memesWritten: {
    'an upload': change(
      async () => ok('POST', '/meme', creator, pictureForm(await randomPicture(unique()), { name: uploaded })),
      { shows: () => ({ url: '/api/feed/new?limit=100', text: uploaded, after: true }) },
    ),
    'an edit': change(() => ok('PATCH', `/meme/${memeId}`, creator, { body: { name: `Renamed ${memeId}` } }), {
      shows: () => ({ url: '/api/feed/new?limit=100', text: `Renamed ${memeId}`, after: true }),
    }),
  },
  memesRelated: {
    'likes that relate memes': {
      async prepare() {
        const other = await buildMeme(near, { user: creator.user, description: '#herons' })
        for (let nth = 0; nth < 3; nth += 1) {
          const fan = await buildMember(near)
          for (const id of [memeId, other.id])
            await ok('POST', '/user-action', fan, { body: { memeId: id, action: 'like', active: true } })
        }
        return () => relateByTaste(near.deps, new Date(0))
      },
    },
  },
  filesHidden: {
    'a removal': change(remove),
  },
  peopleChanged: {
    'another display name': change(
      () => ok('PUT', '/users/me/profile', creator, { body: { displayName: `Shown ${memeId}` } }),
      { shows: () => ({ url: '/api/feed/new?limit=100', text: `Shown ${memeId}`, after: true }) },
    ),
    'another username': change(() =>
      ok('POST', '/users/me/change-username', creator, { body: { username: `renamed${unique()}` } }),
    ),
  },
  templatesChanged: {
    'another name': {
      async prepare() {
        const id = newId()
        await near.db.insertInto('templates').values({ id, meme_count: 1 }).execute()
        const row = { meme_id: memeId, template_id: id, visual_version: 1 }
        await near.db.insertInto('meme_templates').values(row).execute()
        return () => ok('PATCH', `/template/${id}`, moderator, { body: { name: templateName } })
      },
    },
  },
  knownChanged: {
    'a correction of a well-known template': change(() =>
      ok('PUT', '/moderation/known-templates/doge', moderator, {
        body: {
          name: `Doge ${unique()}`,
          texts: [{ language: 'en', names: [], shows: 'A dog looks aside.', origin: 'A photo.' }],
        },
      }),
    ),
    'a removal of a well-known template': change(() => ok('DELETE', '/moderation/known-templates/10-guy', moderator)),
  },
  trendingChanged: {
    'a refresh of the lists': {
      async prepare() {
        const like = { body: { memeId, action: 'like', active: true } }
        await ok('POST', '/user-action', await buildMember(near), like)
        return () => refreshTrending(near.deps)
      },
      shows: () => ({ url: '/api/trending-memes?limit=50', text: memeId, after: true }),
    },
  },
  siteChanged: {
    'another name': change(() => ok('PUT', '/admin/settings', admin, { body: { siteName } }), {
      shows: () => ({ url: '/opensearch.xml', text: siteName, after: true }),
    }),
    'a deleted key of the GIF provider': {
      async prepare() {
        await ok('PUT', '/admin/settings', admin, { body: { gifProvider: true, gifKeysRequired: true } })
        gifKey = (await ok('POST', '/admin/gif-keys', admin, { body: { name: 'A chat' } })).body.data
        return () => ok('DELETE', `/admin/gif-keys/${gifKey._id}`, admin)
      },
      shows: () => ({ url: `/gif/tenor/v2/search?q=heron&key=${gifKey.key}`, text: '"results"', after: false }),
    },
    'another logo': change(async () => ok('PUT', '/admin/logo', admin, await picture('logo'))),
    'no logo': {
      async prepare() {
        await ok('PUT', '/admin/logo', admin, await picture('logo'))
        return () => ok('DELETE', '/admin/logo', admin)
      },
    },
  },
  uploadProgressed: {
    'a bulk upload': change(async () => {
      const client = createBulkClient(near, creator.token)
      const { body } = await client.send(await pictureParts(1))
      await client.finished(body.uploadId)
    }),
  },
  notified: {
    'a new follower': {
      async prepare() {
        const fan = await buildMember(near)
        return () => ok('POST', `/users/${creator.user.id}/follow`, fan)
      },
      key: () => creator.user.id,
    },
  },
  accessEnded: {
    'a sign-out': change(() => ok('POST', '/auth/logout', creator)),
    'a suspension': change(suspend, { key: () => creator.user.id }),
  },
  webhooksDue: {
    'a new delivery': {
      async prepare() {
        const webhook = { id: newId(), url: 'http://127.0.0.1:9', events: ['meme.removed' as const], secret: 'x' }
        await near.db.insertInto('webhooks').values(webhook).execute()
        return remove
      },
    },
  },
}

describe.each(TOPIC_NAMES)('%s reaches both nodes and clears their caches', (topic) => {
  test.each(Object.entries(CHANGES[topic]))('after %s', async (_, { prepare, shows, key }) => {
    const make = await prepare()
    // Waits until both nodes have received the prepared changes.
    for (const node of nodes) await node.app.inject({ url: '/api/health' })
    const shown = shows?.()
    if (shown) expect((await readFar(shown.url)).includes(shown.text)).toBe(!shown.after)
    for (const { probes, received } of nodes) {
      received.length = 0
      for (const probe of probes.values()) probe.set('', 'filled', probe.era())
    }
    await make()
    for (const { app, probes, received } of nodes) {
      await app.inject({ url: '/api/health' })
      expect(received.map((one) => one.topic)).toContain(topic)
      if (key) expect(received).toContainEqual({ topic, key: key() })
      const emptied = TOPIC_NAMES.filter((one) => probes.get(one)?.get('') === undefined)
      expect(emptied.sort()).toEqual([...new Set(received.map((one) => one.topic))].sort())
    }
    if (shown) expect((await readFar(shown.url)).includes(shown.text)).toBe(shown.after)
  })
})

test('shared answers of visitors depend on every topic with a visible change', () => {
  const visible = TOPIC_NAMES.filter((topic) => Object.values(CHANGES[topic]).some((one) => one.shows))
  expect(VISIBLE_TOPICS).toEqual(expect.arrayContaining(visible))
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a node that lost its connection caches nothing until it listens again, and clears its caches',
  async () => {
    const url = '/api/feed/new?limit=100'
    const [node] = nodes
    const probe = node?.probes.get('memeVisibilityChanged')
    if (!node || !probe) throw new Error('there is no node')
    const fill = () => {
      probe.set('', 'filled', probe.era())
      return probe.get('')
    }
    const states: unknown[] = []
    node.deps.bus.onListening((isListening) => states.push([isListening, probe.get(''), fill()]))
    const read = async () => (await near.app.inject({ url })).body
    const shared = await read()
    const name = `Silent ${newId()}`
    await sql`update memes set name = ${name} where id = ${memeId}`.execute(near.deps.db)
    expect(await read()).toBe(shared)
    expect(fill()).toBe('filled')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${LISTENER_NAME} and datname = current_database()`.execute(near.deps.db)
    await poll(() => !node.deps.bus.isListening(), { withinMs: 10_000, everyMs: 2, missing: 'the loss is noticed' })
    expect(await read()).toContain(name)
    await poll(() => node.deps.bus.isListening(), { withinMs: 20_000, everyMs: 20, missing: 'it listens again' })
    expect(states).toEqual([
      [false, undefined, undefined],
      [true, undefined, 'filled'],
    ])
    expect(await read()).toContain(name)
    // A change after the reconnect arrives.
    const removed = await remove()
    expect(removed.status).toBe(200)
    expect(await read()).not.toContain(memeId)
  },
)
