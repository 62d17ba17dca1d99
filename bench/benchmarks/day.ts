// A day of the embedded engine with its own maintenance, as in production: `npm run bench -- day [MEMES [ACTIONS]]`, 20,000 and
// 200,000 by default. Views, likes, copies and album changes by members and visitors, with uploads, deletions and reading
// in between. After each tenth prints the median of each hot call, the size on disk and the longest waits; at the end the
// ratio of the last tenth to the first. Nothing is vacuumed or analyzed by hand.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createActionRecorder } from '#server/domains/actions/record-action.ts'
import { closeDeps, openDeps } from '#server/open-deps.ts'
import { NO_FILTERS, type Viewer } from '#server/viewer.ts'
import { createWorkers } from '#server/worker.ts'
import { multipart } from '#test/multipart.ts'
import { poll } from '#test/poll.ts'
import { createRandom } from '#test/random.ts'
import { randomPicture } from '#test/random-picture.ts'
import { fillDay } from '../helpers/day-library.ts'
import { median } from '../helpers/machine.ts'
import { figure, heading, row } from '../helpers/report.ts'

const [memeCount = 20_000, actionCount = 200_000] = process.argv.slice(3).map(Number)
const TENTHS = 10
const AT_ONCE = 64
const ROUNDS = 25
const WARM_UP_ROUNDS = 40
const VISITORS = 0.5
const SHOWN = 20
const SHOWN_FOR = 400
const UPLOADS = Math.ceil(memeCount / 1000)
const DELETIONS = Math.ceil(memeCount / 200)
const PROBE_EVERY_MS = 50
const SETTLED_WITHIN_MS = 300_000
const GOAL_RATIO = 1.3

const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-day-'))
const config = readConfig({ DATA_DIR: dataDir, DEMO: 'false', RATE_LIMITS: 'off', OCR: 'off', LOG_LEVEL: 'error' })
let opened = await openDeps(config)
heading('embedded')
const { members, captions } = await fillDay(opened, memeCount)
await closeDeps(opened)

opened = await openDeps(config)
const { deps, maintenance } = opened
if (!maintenance) throw new Error('this is about the embedded engine')
await maintenance.start()
const app = await createApp(deps, {
  isDraining: () => false,
  checks: () => opened.checks(),
  maintenance,
  webRoot: null,
})
opened.useLog(app.log)
await app.ready()
await deps.jobs.work(createWorkers(deps))

const random = createRandom(7)
const memes = members.flatMap((member) => member.memes.map((id) => ({ id, member })))
/** A few have most of the actions. */
const someMeme = () => memes[Math.floor(memes.length * random.next() ** 3)]?.id ?? ''
/** What people are shown at one time: others after every few hundred actions. */
let shown = Array.from({ length: SHOWN }, someMeme)
const record = createActionRecorder(deps)
let uploads = 0

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, token?: string, more: object = {}): Promise<void> {
  const { headers, ...rest } = more as { headers?: object }
  const answer = await app.inject({
    method,
    url: `/api${url}`,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...rest,
  })
  if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
}

const like = (memeId: string) => ({ payload: { memeId, action: 'like', active: true } })
const hot: Record<string, (round: number) => Promise<void>> = {
  "a member's feed page": () => call('GET', '/recommendation-feed', random.pick(members).token),
  "a visitor's feed page": () => call('GET', '/recommendation-feed'),
  'similar memes': () => call('GET', `/meme/recommend/by-image?imageId=${someMeme()}`),
  search: (round) => {
    const words = (captions[(round * 37) % captions.length] ?? '').split(' ').slice(0, 3)
    return call('GET', `/vector-search/text?q=${encodeURIComponent(words.join(' '))}`)
  },
  'a like': () => call('POST', '/user-action', random.pick(members).token, like(someMeme())),
  'own list': () => call('GET', '/user/meme/frequent/me', random.pick(members).token),
  "somebody's memes": () => call('GET', `/meme/user/${random.pick(members).user.id}`),
  trending: (round) => call('GET', `/trending-memes?period=${['24h', '7d', '1m'][round % 3]}`),
  // The same work each time: how busy the machine is besides.
  'the engine alone': async () => {
    await opened.engine.executeSql('select sum(n) from generate_series(1, 30000) n')
  },
}

/** Medians of how long each takes, and of the processor's time for it, which other work on the machine hardly changes. */
async function medians(rounds: number): Promise<{ ms: number[]; cpuMs: number[] }> {
  const times = Object.keys(hot).map((): number[] => [])
  const cpuTimes = Object.keys(hot).map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of Object.values(hot).entries()) {
      const began = performance.now()
      const before = process.cpuUsage()
      await work(round)
      const { user, system } = process.cpuUsage(before)
      times[index]?.push(performance.now() - began)
      cpuTimes[index]?.push((user + system) / 1000)
    }
  }
  return { ms: times.map(median), cpuMs: cpuTimes.map(median) }
}

function somebody(index: number): Viewer {
  const person = { language: 'en' as const, address: `10.0.${(index >> 8) & 255}.${index & 255}`, userAgent: 'day' }
  if (random.chance(VISITORS)) return { kind: 'visitor', ...person }
  const { user } = random.pick(members)
  const { id: userId, username } = user
  return {
    kind: 'member',
    ...person,
    userId,
    username,
    sessionId: userId,
    confirmedAt: new Date(),
    contentLanguage: 'en',
    suspended: false,
    role: 'member',
    filters: NO_FILTERS,
  }
}

async function act(index: number): Promise<void> {
  const viewer = somebody(index)
  if (index % SHOWN_FOR === 0) shown = Array.from({ length: SHOWN }, someMeme)
  const memeId = random.pick(shown)
  const dice = random.next()
  if (viewer.kind === 'visitor' || dice < 0.6)
    await record(viewer, { memeId, action: dice < 0.9 ? 'view' : 'copy', active: true })
  else {
    const action = dice < 0.8 ? 'like' : dice < 0.92 ? 'copy' : 'add-to-album'
    await record(viewer, { memeId, action, active: action === 'copy' || random.chance(0.9) })
  }
}

async function upload(): Promise<void> {
  uploads += 1
  const image = { name: 'image', value: await randomPicture(`day ${uploads}`), fileName: 'day.png' }
  const parts = [{ name: 'name', value: `uploaded ${captions[uploads % captions.length]}` }, image]
  await call('POST', '/meme', random.pick(members).token, multipart(parts))
}

async function deleteOne(): Promise<void> {
  const [gone] = memes.splice(random.below(memes.length), 1)
  if (gone) await call('DELETE', `/meme/${gone.id}`, gone.member.token)
}

/** One tenth of the day. Answers actions a second and the longest that a reader of one meme waited. */
async function liveThrough(): Promise<{ perSecond: number; longestMs: number }> {
  const actions = Math.round(actionCount / TENTHS)
  let next = 0
  let isDone = false
  let longestMs = 0
  const probing = (async () => {
    while (!isDone) {
      const began = performance.now()
      await call('GET', `/meme/${random.pick(memes).id}`).catch(() => {})
      longestMs = Math.max(longestMs, performance.now() - began)
      await sleep(PROBE_EVERY_MS)
    }
  })()
  const began = performance.now()
  const worker = async () => {
    while (next < actions) {
      const index = next++
      if (index % Math.ceil(actions / UPLOADS) === 0) await upload()
      if (index % Math.ceil(actions / DELETIONS) === 0) await deleteOne()
      // A meme may have been deleted a moment ago.
      await act(index).catch((error: { code?: string }) => {
        if (error.code !== 'meme.notFound') throw error
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const perSecond = actions / ((performance.now() - began) / 1000)
  isDone = true
  await probing
  return { perSecond, longestMs }
}

async function megabytes(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size
  return bytes / 2 ** 20
}

async function untilSettled(): Promise<void> {
  const isSettled = async () => {
    if (maintenance?.report().due.length === 0) return true
    await maintenance?.look()
    return false
  }
  const missing = () => `still due: ${maintenance?.report().due.map(({ name }) => name)}`
  await poll(isSettled, { withinMs: SETTLED_WITHIN_MS, everyMs: 1000, missing })
}

try {
  await untilSettled()
  await medians(WARM_UP_ROUNDS)
  const columns = ['Tenth', ...Object.keys(hot), 'actions a second', 'longest wait', 'tables MB', 'log MB']
  const all: { ms: number[]; cpuMs: number[] }[] = []
  for (let tenth = 1; tenth <= TENTHS; tenth += 1) {
    const { perSecond, longestMs } = await liveThrough()
    const figures = await medians(ROUNDS)
    all.push(figures)
    const database = path.join(dataDir, 'database')
    const sizes = [await megabytes(path.join(database, 'base')), await megabytes(path.join(database, 'pg_wal'))]
    const cells = [...figures.ms, perSecond, longestMs, ...sizes].map((cell) => cell.toFixed(1))
    row(columns, [tenth, ...cells])
  }
  for (const kind of ['ms', 'cpuMs'] as const) {
    const ratios = (all.at(-1)?.[kind] ?? []).map((last, index) => last / (all[0]?.[kind][index] || 1))
    for (const [index, name] of Object.keys(hot).entries())
      row(
        [`${kind === 'ms' ? 'Time' : 'Processor time'}, last tenth against the first`, 'Ratio', 'Goal'],
        [name, (ratios[index] ?? 0).toFixed(2), GOAL_RATIO],
      )
  }
  const { steps, longestHeldUpMs } = maintenance.report()
  for (const [kind, { count, totalMs, longestMs, longest }] of Object.entries(steps))
    row(
      ['Maintenance', 'Times', 'Together', 'Longest', 'What'],
      [kind, count, `${(totalMs / 1000).toFixed(1)} s`, `${longestMs.toFixed(0)} ms`, longest],
    )
  figure('longest wait for maintenance', `${longestHeldUpMs.toFixed(0)} ms`)
  const used = await megabytes(path.join(dataDir, 'database', 'base'))
  await opened.engine.executeSql('vacuum full')
  await opened.engine.executeSql('checkpoint')
  const packed = await megabytes(path.join(dataDir, 'database', 'base'))
  figure('tables', `${used.toFixed(0)} MB`)
  figure('tables written anew, without dead rows', `${packed.toFixed(0)} MB`)
} finally {
  await app.close()
  await closeDeps(opened)
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
