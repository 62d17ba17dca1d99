// Measures the share of its requests' processor time that each cache saves: `npm run bench -- caches [MEMES [REQUESTS [ROUNDS]]]`.
// Each cache is switched off in turn, on a second node on the same database. Rounds alternate between the nodes; words, members
// and memes vary, the first of them most often. Processor time includes the embedded database, which runs in this process.

import type { InjectOptions } from 'fastify'
import { PERIODS } from '#contract/memes/trending.ts'
import { createApp } from '#server/app.ts'
import { createCaches } from '#server/platform/cache/caches.ts'
import { createChangeBus } from '#server/platform/change-bus/change-bus.ts'
import { createTestApp } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { buildMember, buildMeme } from '#test/factories.ts'
import { createRandom } from '#test/random.ts'
import { filledMemeId, filledUserId } from '../helpers/action-ledger.ts'
import { growSite, planSite } from '../helpers/growth-site.ts'
import { median } from '../helpers/machine.ts'
import { heading, row } from '../helpers/report.ts'

const [, , , ...numbers] = process.argv
const [memes = 5000, requests = 120, rounds = 5] = numbers.map(Number)
const MEMBERS = 40
const LIKES = 12
const FOLLOWS = 6
const PICTURES = 40
const CONCURRENT = 4
const WARM_UP = 20

const database = await createTestDatabase()
const test = await createTestApp({}, { isMeasured: true, database })
const site = planSite(memes)
await growSite(test, database.engine.jobsDb, site, console.error)

const tokens: string[] = []
for (let nth = 0; nth < MEMBERS; nth += 1) {
  const { token } = await buildMember(test)
  tokens.push(token)
  for (let like = 0; like < LIKES; like += 1) {
    const memeId = filledMemeId(1 + ((nth * 131 + like * 17) % memes))
    await test.call('POST', '/user-action', { token, body: { memeId, action: 'like' } })
  }
  for (let follow = 1; follow <= FOLLOWS; follow += 1)
    await test.call('POST', `/users/${filledUserId(1 + ((nth * 7 + follow) % site.people))}/follow`, { token })
}
const real: { id: string; small: string; template: string }[] = []
const { user } = await buildMember(test)
for (let nth = 0; nth < PICTURES; nth += 1) {
  const meme = await buildMeme(test, { user })
  const template = filledUserId(nth)
  await test.db.deleteFrom('meme_templates').where('template_id', '=', template).execute()
  await test.db
    .insertInto('meme_templates')
    .values({ meme_id: meme.id, template_id: template, visual_version: 1 })
    .onConflict((conflict) => conflict.column('meme_id').doUpdateSet({ template_id: template }))
    .execute()
  real.push({ id: meme.id, small: meme.blob_small, template })
}
await test.maintain()

const random = createRandom(7)
/** The first items are taken most often, as words and memes are on a site (Zipf). */
const often = <T>(list: readonly T[]): T => list[Math.floor(list.length ** random.next()) - 1] as T
const words = [...new Set(site.captions.flatMap((caption) => caption.split(' ')))].slice(0, 400)
const get = (url: string, token?: string): InjectOptions => ({
  method: 'GET',
  url,
  headers: token ? { authorization: `Bearer ${token}` } : {},
})
const anyToken = () => random.pick(tokens)
const search = (token?: string) =>
  get(`/api/vector-search/text?q=${encodeURIComponent(`${often(words)} ${often(words)}`)}`, token)
const memberFeed = () => get('/api/recommendation-feed', anyToken())
const visitorRequests = [
  () => get('/api/recommendation-feed'),
  () => search(),
  () => get(`/api/trending-memes?period=${often(PERIODS)}`),
  () => get(`/api/tags/${often(words)}`),
]
const sitemaps = ['/sitemap.xml', '/sitemap/tags.xml', '/sitemap/templates.xml']
const loads: Record<string, () => InjectOptions> = {
  'visitors-1s': () => random.pick(visitorRequests)(),
  'visitors-60s': () => get(often(sitemaps)),
  'feed-catalog': memberFeed,
  'feed-viewers': memberFeed,
  'feed-related': memberFeed,
  'feed-newest-by-tag': memberFeed,
  'search-statistics': () => search(anyToken()),
  tags: () => get(`/api/tags?q=${often(words).slice(0, 2)}`, anyToken()),
  'site-branding': () => get(`/embed/${often(real).id}`),
  'public-files': () => get(`/media/${often(real).small}`),
  'share-pictures': () => get(`/meme/${often(real).id}/share.jpg`),
  'template-pictures': () => get(`/api/template/${often(real).template}/picture`, anyToken()),
}

async function startNode(off: string | null) {
  const bus = createChangeBus(database.engine)
  const deps = { ...test.deps, bus, caches: createCaches(bus, (ms, name) => (name === off ? 0 : ms)) }
  const app = await createApp(deps, { isDraining: () => false, checks: async () => ({}), webRoot: null })
  await app.ready()
  return { app, caches: deps.caches }
}

/** Processor milliseconds per request. */
async function spend(app: Awaited<ReturnType<typeof startNode>>['app'], load: InjectOptions[]): Promise<number> {
  const before = process.cpuUsage()
  for (let from = 0; from < load.length; from += CONCURRENT) {
    const answers = await Promise.all(load.slice(from, from + CONCURRENT).map((request) => app.inject(request)))
    for (const { statusCode, body } of answers)
      if (statusCode !== 200 && statusCode !== 404) throw new Error(`${statusCode} ${body.slice(0, 200)}`)
  }
  const { user: own, system } = process.cpuUsage(before)
  return (own + system) / 1000 / load.length
}

heading('embedded', `${memes} memes`, `${rounds} rounds of ${requests} requests`)
for (const [name, next] of Object.entries(loads)) {
  const on = await startNode(null)
  const off = await startNode(name)
  for (const { app } of [on, off]) await spend(app, Array.from({ length: WARM_UP }, next))
  const used = { on: [] as number[], off: [] as number[] }
  const figures = () => on.caches.figures().get(name) ?? { hits: 0, misses: 0 }
  const before = figures()
  for (let round = 0; round < rounds; round += 1) {
    const load = Array.from({ length: requests }, next)
    const pair = [
      ['on', on],
      ['off', off],
    ] as const
    for (const [state, { app }] of round % 2 ? pair : pair.toReversed()) used[state].push(await spend(app, load))
  }
  const after = figures()
  const lookups = after.hits + after.misses - before.hits - before.misses
  const [withIt, without] = [median(used.on), median(used.off)]
  const hits = lookups > 0 ? `${Math.round((100 * (after.hits - before.hits)) / lookups)} %` : 'none'
  const saved = `${Math.round(100 * (1 - withIt / without))} %`
  row(
    ['Cache', 'With, ms', 'Without, ms', 'Saved', 'Hit rate'],
    [name, withIt.toFixed(2), without.toFixed(2), saved, hits],
  )
  await on.app.close()
  await off.app.close()
}
await test.stop()
process.exit(0)
