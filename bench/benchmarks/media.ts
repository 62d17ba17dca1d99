import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startApp } from '#test/app-process.ts'
import { poll } from '#test/poll.ts'
import { bundledNode } from '../../scripts/bootstrap.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { median } from '../helpers/machine.ts'
import { engineName, figure, heading } from '../helpers/report.ts'

// Pictures a second beside @fastify/static alone, in turn: `npm run bench -- media`; on PostgreSQL where TEST_DATABASE_URL names an
// empty database, else embedded. Each asks for the same small pictures of the demo.

const PICTURES = 20
const CONNECTIONS = 10
const SECONDS = 4
const ROUNDS = 5
const DEMO_FILLED = 'demo content is in place'

const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
const databaseUrl = process.env.TEST_DATABASE_URL
const app = await startApp({
  DEMO: 'true',
  OCR: 'off',
  DATA_DIR: path.join(folder, 'data'),
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})
await poll(() => app.log().includes(DEMO_FILLED), { withinMs: 240_000, everyMs: 500, missing: 'no demo memes' })
const paths = await smallPictures()
const port = await freePort()
const bare = spawn(
  bundledNode(),
  [fileURLToPath(new URL('../helpers/bare-static.ts', import.meta.url)), String(port), path.join(folder, 'media')],
  { stdio: 'inherit' },
)
try {
  await poll(
    () =>
      fetch(`http://127.0.0.1:${port}${paths[0]}`)
        .then((answer) => answer.ok)
        .catch(() => false),
    {
      withinMs: 10_000,
      everyMs: 100,
      missing: 'the bare server does not answer',
    },
  )
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await perSecond(`http://127.0.0.1:${port}`))
    ours.push(await perSecond(app.url))
  }
  heading(engineName(databaseUrl))
  figure('pictures a second', median(ours).toFixed(0))
  figure('pictures a second of `@fastify/static`', median(theirs).toFixed(0))
  const ratios = ours.map((figure, index) => figure / (theirs[index] ?? 1))
  figure('ratio, median of the rounds', median(ratios).toFixed(2), '0.8')
} finally {
  bare.kill()
  await app.stop()
  await rm(folder, { recursive: true, force: true })
}

/** The paths of small pictures, which the folder of the bare server then has too. */
async function smallPictures(): Promise<string[]> {
  const answer = await fetch(`${app.url}/api/recommendation-feed?limit=${PICTURES}`)
  const { data } = (await answer.json()) as { data: { recommendations: { image: { imageSmall: string } }[] } }
  const found = data.recommendations.map((meme) => new URL(meme.image.imageSmall, app.url).pathname)
  await mkdir(path.join(folder, 'media'), { recursive: true })
  for (const file of found) {
    const name = path.basename(file)
    await copyFile(path.join(app.dataDir, 'media', name.slice(0, 2), name), path.join(folder, 'media', name))
  }
  return found
}

async function perSecond(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map((one) => ({ method: 'GET', path: one })),
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} bad answers, ${result.errors} errors from ${url}`)
  return result.requests.average
}
