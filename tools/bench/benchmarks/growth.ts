import { createTestApp } from '#test/app.ts'
import { createTestDatabase } from '#test/database.ts'
import { type Cost, measureRecall, measureRequests } from '../helpers/growth-requests.ts'
import { growSite, planSite } from '../helpers/growth-site.ts'
import { engineName, heading, note, row } from '../helpers/report.ts'
import { percentile } from '../helpers/varied-load.ts'

// Measures how the cost of a request grows with the site: `npm run bench -- growth [MAX [MIN]]` fills sites of MIN (default
// 1,000), ten times as many, … MAX memes (default 100,000) with ten times as many actions. Prints tables of CPU milliseconds per
// request, database included, and of latencies. Runs on PostgreSQL if TEST_DATABASE_URL names one on this machine, else embedded.

const STEP = 10
const ROUNDS_OF_A_MEDIAN = 5
const [max = 100_000, min = 1000] = process.argv.slice(3).map(Number)

const sizes: number[] = []
for (let size = min; size <= max; size *= STEP) sizes.push(size)
const rows = new Map<string, Cost[]>()
const recall = new Map<number, number>()

for (const size of sizes) {
  const database = await createTestDatabase()
  const app = await createTestApp({}, { database, isMeasured: true })
  const { jobsDb } = database.engine
  try {
    console.log(`${size} memes`)
    const site = planSite(size)
    await growSite(app, jobsDb, site, console.log)
    await measureRequests(app, jobsDb, site, (name, cost) => {
      rows.set(name, [...(rows.get(name) ?? []), cost])
      console.log(`  ${name}: ${cost.processor.toFixed(1)} ms of CPU; ${waited(cost)}`)
    })
    recall.set(size, await measureRecall(jobsDb, site))
  } finally {
    await app.stop()
  }
}
heading(engineName(process.env.TEST_DATABASE_URL))
const last = sizes.at(-1) ?? min
const names = [
  'ms of CPU',
  ...sizes.map((size) => `${size.toLocaleString('en')} memes`),
  ...(sizes.length > 1 ? [`factor (log n: ${(Math.log(last) / Math.log(min)).toFixed(2)})`, 'slope'] : []),
]
for (const [name, costs] of rows) {
  const times = (costs.at(-1)?.processor ?? 0) / (costs[0]?.processor ?? 1)
  const slope = Math.log(times) / Math.log(last / min)
  row(names, [
    name,
    ...costs.map(({ processor }) => processor.toFixed(1)),
    ...(sizes.length > 1 ? [times.toFixed(2), slope.toFixed(2)] : []),
  ])
}
for (const [name, costs] of rows)
  row(
    ['Latency: median, p95', ...sizes.map((size) => `${size.toLocaleString('en')} memes`)],
    [name, ...costs.map(waited)],
  )
for (const [size, share] of recall)
  note(
    `The index finds ${share.toFixed(3)} of the ten pictures that are nearest to a new one at ${size.toLocaleString('en')} memes.`,
  )

function waited({ waits }: Cost): string {
  const at = (share: number) => `${percentile(waits, share).toFixed(1)} ms`
  return waits.length < ROUNDS_OF_A_MEDIAN
    ? waits
        .toSorted((a, b) => a - b)
        .map((ms) => `${ms.toFixed(0)} ms`)
        .join('; ')
    : `${at(0.5)}, ${at(0.95)}`
}
