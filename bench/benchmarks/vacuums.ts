import { setTimeout as sleep } from 'node:timers/promises'
import { FEED_FRESH_MS } from '#server/domains/feed/catalogue/feed-memory.ts'
import { relateByTaste } from '#server/domains/feed/relate-memes.ts'
import { refreshTrending } from '#server/domains/trending/refresh-trending.ts'
import { createTestApp } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { buildMember } from '#test/factories.ts'
import { defaultFolder, startPostgres } from '../../scripts/postgres.mjs'
import { filledMemeId, fillSite } from '../helpers/action-ledger.ts'
import { median } from '../helpers/machine.ts'
import { processorMs } from '../helpers/processor-time.ts'
import { heading, note, row } from '../helpers/report.ts'
import { writeSteadily } from '../helpers/steady-writes.ts'
import { largestOf, readTables, type TableFigures, type VacuumRun, watchVacuums } from '../helpers/vacuum-watch.ts'

// Whether autovacuum keeps up with a site in use: `npm run bench -- vacuums [MINUTES [WRITES A SECOND]]`, 60 and 100 by default. Fills a site of
// 100,000 memes with a ledger of 1,000,000 rows on a PostgreSQL of its own (that of `npm run postgres`, with full pages in its log), writes
// at that rate with all jobs of the site running, while retention deletes as much of the ledger as comes in. Prints six times, at least every
// ten minutes, and the ratios of the last to the first.

const [minutes = 60, perSecond = 100] = process.argv.slice(3).map(Number)
const MEMES = 100_000
const ROWS = 1_000_000
const PEOPLE = 5000
const WINDOW_MINUTES = Math.min(10, minutes / 6)
const PROBES = 40
const PROBE_LIKES = 10

const cluster = await startPostgres(defaultFolder, { full_page_writes: 'on', synchronous_commit: 'on' })
process.env.TEST_DATABASE_URL = cluster.url
const database = await createTestDatabase()
const app = await createTestApp({}, { database, feedFreshMs: FEED_FRESH_MS })
const { jobsDb } = database.engine
const log = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
const mb = (bytes = 0) => bytes / 1e6

interface Window {
  minute: number
  figures: TableFigures
  cells: number[]
  runs: VacuumRun[]
}

try {
  log('filling')
  await fillSite(jobsDb, MEMES, ROWS, PEOPLE)
  // As a site that has long been there.
  await refreshTrending({ ...app.deps, db: jobsDb })
  await relateByTaste({ db: jobsDb }, new Date())
  await database.engine.executeSql('vacuum (analyze)')
  let liked = 0
  const like = async (token: string) => {
    const body = { memeId: filledMemeId(1 + ((liked++ * 7919) % MEMES)), action: 'like', active: true }
    const answer = await app.call('POST', '/user-action', { token, body })
    if (answer.status !== 200) throw new Error(`a like: ${answer.status}`)
  }
  const feed = async (token: string) => {
    const answer = await app.call('GET', '/recommendation-feed', { token })
    if (answer.status !== 200) throw new Error(`a feed page: ${answer.status}`)
  }
  /** Of somebody new each time, who has just liked some memes. */
  const probe = async () => {
    const { token } = await buildMember(app)
    for (let nth = 0; nth < PROBE_LIKES; nth += 1) await like(token)
    const timed = async (work: (token: string) => Promise<void>) => {
      const times: number[] = []
      const before = await processorMs(app.db, 'postgres')
      for (let nth = 0; nth < PROBES; nth += 1) {
        const began = performance.now()
        await work(token)
        times.push(performance.now() - began)
      }
      return [median(times), ((await processorMs(app.db, 'postgres')) - before) / PROBES]
    }
    return [...(await timed(feed)), ...(await timed(like))]
  }
  await probe()

  heading('PostgreSQL', `${perSecond} writes a second`)
  const watch = watchVacuums(jobsDb)
  const writes = await writeSteadily(app, jobsDb, MEMES, perSecond)
  const windows: Window[] = []
  let past = { ...writes.done(), ...(await readTables(jobsDb)) }
  const first = past
  const columns = [
    'Until minute',
    'Writes',
    'Rows deleted from the ledger',
    'Dead rows; of the ledger',
    'Ledger with its indexes, MB',
    'All, MB',
    'Log written, MB',
    'Vacuums; analyzes; seconds',
    'Longest',
    'Feed page: median; processor, ms',
    'A like: median; processor, ms',
  ]
  const ledgerOf = ({ bytes }: TableFigures) =>
    [...bytes].filter(([name]) => /^actions(_|$)/.test(name)).reduce((sum, [, each]) => sum + each, 0)
  for (let minute = WINDOW_MINUTES; minute <= minutes + 0.01; minute += WINDOW_MINUTES) {
    await sleep(WINDOW_MINUTES * 60_000)
    await writes.pause()
    const figures = await readTables(jobsDb)
    const done = writes.done()
    const probed = await probe()
    writes.resume()
    const runs = watch.take()
    const total = [...figures.bytes.values()].reduce((sum, each) => sum + each, 0)
    const ledger = ledgerOf(figures)
    const longest = runs.toSorted((a, b) => b.ms - a.ms)[0]
    const [feedMs = 0, feedCpu = 0, likeMs = 0, likeCpu = 0] = probed
    row(columns, [
      minute.toFixed(0),
      done.written - past.written,
      done.retained - past.retained,
      `${figures.dead}; ${figures.deadByTable.get('actions')}`,
      mb(ledger).toFixed(0),
      mb(total).toFixed(0),
      mb(figures.walBytes - past.walBytes).toFixed(0),
      `${figures.vacuums - past.vacuums}; ${figures.analyzes - past.analyzes}; ${(runs.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1)}`,
      longest ? `${longest.table}, ${(longest.ms / 1000).toFixed(1)} s` : '',
      `${feedMs.toFixed(1)}; ${feedCpu.toFixed(1)}`,
      `${likeMs.toFixed(1)}; ${likeCpu.toFixed(1)}`,
    ])
    windows.push({ minute, figures, cells: [figures.dead, ledger, total, feedMs, feedCpu, likeMs, likeCpu], runs })
    past = { ...done, ...figures }
  }
  await writes.stop()
  await watch.stop()
  printSizes(first, windows)
  printVacuums(windows)
  printRatios(windows)
  const { written, late } = writes.done()
  note(`${written} writes; ${late} were left out, since the machine was too busy.`)
} finally {
  await app.stop()
  await cluster.stop()
}
process.exit()

/** The largest at the end; the first column is before the first write. */
function printSizes(before: TableFigures, windows: Window[]): void {
  const last = windows.at(-1)?.figures ?? before
  const columns = ['MB', 'before', ...windows.map(({ minute }) => `minute ${minute.toFixed(0)}`)]
  for (const name of largestOf(last.bytes))
    row(columns, [
      name,
      ...[before, ...windows.map(({ figures }) => figures)].map(({ bytes }) => mb(bytes.get(name)).toFixed(1)),
    ])
}

function printVacuums(windows: Window[]): void {
  const byTable = Map.groupBy(
    windows.flatMap(({ runs }) => runs),
    ({ table, isAnalyze }) => `${table}${isAnalyze ? ', analyzed alone' : ''}`,
  )
  const sum = (runs: VacuumRun[]) => runs.reduce((total, { ms }) => total + ms, 0)
  const last = windows.at(-1)?.figures
  for (const [name, runs] of [...byTable].sort(([, a], [, b]) => sum(b) - sum(a)).slice(0, 12))
    row(
      ['Autovacuum, by table', 'Times', 'Seconds together', 'Longest', 'Dead rows at the end'],
      [
        name,
        runs.length,
        (sum(runs) / 1000).toFixed(1),
        (Math.max(...runs.map(({ ms }) => ms)) / 1000).toFixed(1),
        last?.deadByTable.get(name) ?? '',
      ],
    )
}

function printRatios(windows: Window[]): void {
  const [early, late] = [windows[0], windows.at(-1)]
  if (!early || !late) return
  const names = [
    'dead rows',
    'ledger with its indexes',
    'all tables and indexes',
    'feed page, median',
    'feed page, processor',
    'a like, median',
    'a like, processor',
  ]
  for (const [at, name] of names.entries())
    row(['The last against the first', 'Ratio'], [name, ((late.cells[at] ?? 0) / (early.cells[at] || 1)).toFixed(2)])
  for (const name of largestOf(late.figures.bytes))
    row(
      ['The last against the first', 'Ratio'],
      [name, ((late.figures.bytes.get(name) ?? 0) / (early.figures.bytes.get(name) || 1)).toFixed(2)],
    )
}
