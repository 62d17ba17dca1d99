import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Request } from 'autocannon'
import pg from 'pg'
import { PERIODS } from '#contract/memes/trending.ts'
import { connectEmbedded } from '#server/platform/db/embedded.ts'
import { connectPostgres } from '#server/platform/db/postgres.ts'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { maintain } from '#test/maintain.ts'
import { multipart } from '#test/multipart.ts'
import { photoLike } from '#test/pictures.ts'
import { signUp } from '#test/sign-up.ts'
import { root } from '../../scripts/bootstrap.mjs'
import { filledMemeId } from '../helpers/action-ledger.ts'
import { growSite, planSite } from '../helpers/growth-site.ts'
import { median } from '../helpers/machine.ts'
import { idle, memoryOf } from '../helpers/process-figures.ts'
import { engineName, heading, note, row } from '../helpers/report.ts'
import { percentile, sendVaried } from '../helpers/varied-load.ts'

// Compares two versions of the product on copies of one filled site: `npm run bench -- pairs FOLDER [MEMES [SECONDS [ROUNDS]]]`.
// FOLDER has the other version, with packages and a built client. Requests alternate between the versions; each names another
// word, member, meme or page. Runs on PostgreSQL if TEST_DATABASE_URL names a server, else on the embedded engine.

const [, , , before = '', ...numbers] = process.argv
const [memes = 20_000, seconds = 3, rounds = 3] = numbers.map(Number)
const MEMBERS = 16
const PAGES = 4
const STEP = 7919
const UPLOADS = 100
const PAIRED_FROM = 1
const LIKES = 400

if (!before) throw new Error('name the folder of the other version')
const server = process.env.TEST_DATABASE_URL
const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-pairs-'))
const site = planSite(memes)
const common = ['meo', 'coffee', 'ngu', 'friday', 'meeting', 'monday', 'cat', 'work', 'sleep', 'boss']

interface Version {
  name: string
  sources: string
  environment: Record<string, string>
  app?: AppProcess
  startedMs: number
  tokens: string[]
  /** Pages of members' feeds: path and token. */
  pages: { path: string; token: string }[]
  visitorPages: string[]
}
const version = (name: string, sources: string): Version => ({
  name,
  sources,
  environment: {
    OCR: 'off',
    LOG_LEVEL: 'error',
    DATA_DIR: path.join(folder, name),
    ...(server ? { DATABASE_URL: databaseOf(name) } : {}),
  },
  startedMs: 0,
  tokens: [],
  pages: [],
  visitorPages: [],
})
const versions = [version('before', path.resolve(before)), version('now', root)] as const

function databaseOf(name: string): string {
  const url = new URL(server ?? '')
  url.pathname = `/pairs_${name}_${process.pid}`
  return url.toString()
}

async function onServer(...statements: string[]): Promise<void> {
  if (!server) return
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** The older version creates the database, so that the newer one migrates its copy. */
async function fill(): Promise<void> {
  const [old, now] = versions
  await onServer(`create database pairs_before_${process.pid}`)
  await (await startApp(old.environment, undefined, undefined, old.sources)).stop()
  const engine = server
    ? await connectPostgres(databaseOf('before'), 4)
    : await connectEmbedded(old.environment.DATA_DIR ?? '')
  await growSite({ maintain: () => maintain(engine) }, engine.jobsDb, site, console.error)
  await engine.close()
  await onServer(`create database pairs_now_${process.pid} template pairs_before_${process.pid}`)
  await cp(old.environment.DATA_DIR ?? '', now.environment.DATA_DIR ?? '', {
    recursive: true,
    filter: (file) => !file.endsWith('.sock'),
  })
}

async function start(one: Version): Promise<AppProcess> {
  const began = performance.now()
  one.app = await startApp(one.environment, undefined, undefined, one.sources)
  one.startedMs = performance.now() - began
  return one.app
}

async function prepare(one: Version): Promise<void> {
  const app = one.app ?? (await start(one))
  for (let nth = 0; nth < MEMBERS; nth += 1) one.tokens.push((await signUp(app)).authentication.token)
  const walk = async (token?: string) => {
    const paths: string[] = []
    let asked = '/api/recommendation-feed'
    for (let page = 0; page < PAGES; page += 1) {
      paths.push(asked)
      const headers = token ? { authorization: `Bearer ${token}` } : {}
      const { nextCursor } = (await (await fetch(app.url + asked, { headers })).json()) as { nextCursor: string }
      asked = `/api/recommendation-feed?cursor=${encodeURIComponent(nextCursor)}`
    }
    return paths
  }
  one.visitorPages = await walk()
  for (const token of one.tokens) for (const page of await walk(token)) one.pages.push({ path: page, token })
}

type MakeRequest = (one: Version, nth: number) => Request
const get = (asked: string, token?: string): Request => ({
  method: 'GET',
  path: asked,
  headers: token ? { authorization: `Bearer ${token}` } : {},
})
const of = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T
const search = (words: string) => get(`/api/vector-search/text?q=${encodeURIComponent(words)}`)
const captionWords = (nth: number, count: number) =>
  of(site.captions, nth * 37)
    .split(' ')
    .slice(0, count)
    .join(' ')
const rows: Record<string, MakeRequest> = {
  'visitor’s first page': () => get('/api/recommendation-feed'),
  'visitor’s pages': (one, nth) => get(of(one.visitorPages, nth)),
  'member’s first page': (one, nth) => get('/api/recommendation-feed', of(one.tokens, nth)),
  'member’s pages': (one, nth) => {
    const page = of(one.pages, nth * 5)
    return get(page.path, page.token)
  },
  'search, a common word and another': (_, nth) => search(`${of(common, nth)} ${captionWords(nth, 1)}`),
  'search, a rare word': (_, nth) => search(of(site.rare, nth * 101)),
  'search, three words': (_, nth) => search(captionWords(nth, 3)),
  'similar memes': (_, nth) => get(`/api/meme/recommend/by-image?imageId=${filledMemeId(1 + ((nth * STEP) % memes))}`),
  trending: (_, nth) => get(`/api/trending-memes?period=${of(PERIODS, nth)}&limit=${5 + (nth % 40)}`),
  likes: (one, nth) => ({
    method: 'POST',
    path: '/api/user-action',
    headers: { authorization: `Bearer ${of(one.tokens, nth)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ memeId: filledMemeId(1 + ((nth * STEP) % memes)), action: 'like', active: true }),
  }),
}

interface Row {
  perSecond: number[]
  waits: number[]
}
const ratio = (old: number, now: number) => (now / old).toFixed(2)

async function measure(name: string, make: MakeRequest, most?: number): Promise<void> {
  const measured: Row[] = versions.map(() => ({ perSecond: [], waits: [] }))
  const paths = new Map<string, number>()
  let sent = 0
  let repeated = 0
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, one] of versions.entries()) {
      let nth = round * 100_003
      const next = () => {
        const made = make(one, nth)
        nth += 1
        const key = `${made.method} ${made.path} ${made.headers?.authorization ?? ''} ${String(made.body ?? '')}`
        const at = performance.now()
        sent += 1
        if (at - (paths.get(`${index} ${key}`) ?? -1e9) < 1000) repeated += 1
        paths.set(`${index} ${key}`, at)
        return made
      }
      const load = await sendVaried(one.app?.url ?? '', next, { seconds, most })
      if (round < PAIRED_FROM) continue
      measured[index]?.perSecond.push(load.perSecond)
      measured[index]?.waits.push(...load.waits)
    }
  const [old, now] = measured.map(({ perSecond }) => median(perSecond)) as [number, number]
  const p95 = measured.map(({ waits }) => percentile(waits, 0.95).toFixed(1))
  const share = `${((repeated / sent) * 100).toFixed(0)} %`
  row(
    [
      'Requests a second',
      'before',
      'now',
      'now : before',
      'p95 before, ms',
      'p95 now, ms',
      'sent twice within a second',
    ],
    [name, old.toFixed(0), now.toFixed(0), ratio(old, now), ...p95, share],
  )
}

async function upload({ app, tokens }: Version, pictures: Buffer[]): Promise<number> {
  const began = performance.now()
  const waiting = [...pictures.entries()]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const form = multipart([
        { name: 'image', value: next[1], fileName: 'picture.jpg', type: 'image/jpeg' },
        { name: 'allowDuplicate', value: 'true' },
      ])
      const answer = await fetch(`${app?.url}/api/meme`, {
        method: 'POST',
        headers: { ...form.headers, authorization: `Bearer ${of(tokens, next[0])}` },
        body: new Uint8Array(form.payload),
      })
      if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
    }
  }
  await Promise.all([lane(), lane()])
  return (performance.now() - began) / 1000
}

try {
  await fill()
  heading(engineName(server), `${memes.toLocaleString('en')} memes`)
  for (const one of versions) await start(one)
  for (const one of versions) await prepare(one)
  for (const { app, name } of versions) note(`${name}: idle after ${await idle(app?.pid ?? 0)} s.`)
  for (const [name, make] of Object.entries(rows)) await measure(name, make, name === 'likes' ? LIKES : undefined)
  const pictures: Buffer[] = []
  for (let nth = 0; nth < UPLOADS; nth += 1) pictures.push(await photoLike('jpeg', { width: 900 + nth, height: 700 }))
  const figures = ['Figure', 'before', 'now', 'now : before']
  const pair = (name: string, [old = 0, now = 0]: number[], digits = 1) =>
    row(figures, [name, old.toFixed(digits), now.toFixed(digits), ratio(old, now)])
  const uploads: number[] = []
  for (const one of versions) uploads.push(await upload(one, pictures))
  pair(`${UPLOADS} uploads, s`, uploads)
  pair(
    'memory of the process after all this, MiB',
    versions.map(({ app }) => memoryOf(app?.pid ?? 0)),
    0,
  )
  const starts: number[][] = [[], []]
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, one] of versions.entries()) {
      await one.app?.stop()
      await start(one)
      if (round >= PAIRED_FROM) starts[index]?.push(one.startedMs / 1000)
    }
  pair('start, s', starts.map(median))
  note('The first round is not counted. Rates are medians of the other rounds.')
} finally {
  for (const { app } of versions) await app?.stop()
  await onServer(...versions.map(({ name }) => `drop database if exists pairs_${name}_${process.pid} with (force)`))
  await rm(folder, { recursive: true, force: true })
}
