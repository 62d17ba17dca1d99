import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startApp } from '#test/app-process.ts'
import { multipart } from '#test/multipart.ts'
import { poll } from '#test/poll.ts'
import { randomPicture } from '#test/random-picture.ts'
import { signUp } from '#test/sign-up.ts'
import { root } from '../../scripts/bootstrap.mjs'
import { heading, note, row } from '../helpers/report.ts'

// Measures a restart after SIGKILL, by phases: `npm run bench -- restart [FOLDER] [ROUNDS]`. FOLDER has another version of the
// product, with packages; its restarts alternate with this one's on copies of the same data. All processes are killed, as in a
// crash, so none writes its compile cache on exit.

const OTHER = process.argv[3]
const ROUNDS = Number(process.argv[4] ?? 7)
const UPLOAD_MS = 20_000
const LANES = 3
const POLL_MS = 20

const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-restart-'))
const killed = path.join(folder, 'killed')
const versions = [...(OTHER ? [{ name: 'before', sources: path.resolve(OTHER) }] : []), { name: 'now', sources: root }]

/** Creates a site with the demo and kills it while members upload. */
async function fillAndKill(): Promise<void> {
  const app = await startApp({ DATA_DIR: killed, DEMO: 'true', OCR: 'off', LOG_LEVEL: 'error' })
  const { authentication } = await signUp(app)
  const until = performance.now() + UPLOAD_MS
  const lane = async (_: unknown, number: number) => {
    for (let sent = 0; performance.now() < until; sent += 1) {
      const value = await randomPicture(`restart ${number} ${sent}`)
      const { payload, headers } = multipart([{ name: 'image', fileName: 'picture.png', value }])
      await fetch(`${app.url}/api/meme`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${authentication.token}` },
        body: new Uint8Array(payload),
      })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  process.kill(app.pid, 'SIGKILL')
  await app.stop()
}

interface Restart {
  totalMs: number
  phases: Record<string, number>
}

async function restart({ name, sources }: { name: string; sources: string }): Promise<Restart> {
  const dataDir = path.join(folder, 'copy')
  await rm(dataDir, { recursive: true, force: true })
  await cp(killed, dataDir, { recursive: true, filter: (file) => !file.endsWith('.sock') })
  const began = performance.now()
  const environment = { DATA_DIR: dataDir, OCR: 'off', NODE_COMPILE_CACHE: path.join(folder, `cache-${name}`) }
  const app = await startApp(environment, undefined, undefined, sources)
  const isGood = () => fetch(`${app.url}/api/recommendation-feed`).then((answer) => answer.ok)
  await poll(isGood, { withinMs: 60_000, everyMs: POLL_MS, missing: 'no feed' })
  const totalMs = performance.now() - began
  const logged = /"startedInMs":(\{[^}]*\})/.exec(app.log())?.[1]
  process.kill(app.pid, 'SIGKILL')
  await app.stop()
  return { totalMs, phases: logged ? (JSON.parse(logged) as Record<string, number>) : {} }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const inSeconds = (ms: number) => (ms / 1000).toFixed(2)

heading('embedded', 'the demo and uploads, killed with SIGKILL')
await fillAndKill()
const measured = versions.map((version) => ({ ...version, restarts: [] as Restart[] }))
// The first round fills the compile caches, if a killed process writes them.
for (let round = 0; round <= ROUNDS; round += 1)
  for (const version of measured) {
    const done = await restart(version)
    if (round > 0) version.restarts.push(done)
  }
for (const { name, restarts } of measured) {
  const totals = restarts.map(({ totalMs }) => totalMs)
  const columns = ['Seconds until the first feed after SIGKILL', 'Median', 'Each time']
  row(columns, [name, inSeconds(median(totals)), totals.map(inSeconds).join(', ')])
}
const now = measured.at(-1)?.restarts ?? []
note('Where the time goes, in medians:')
const phases = Object.keys(now[0]?.phases ?? {})
for (const phase of phases)
  row(['Phase', 'Seconds'], [phase, inSeconds(median(now.map((one) => one.phases[phase] ?? 0)))])
const rest = now.map(({ totalMs, phases: known }) => totalMs - Object.values(known).reduce((sum, ms) => sum + ms, 0))
row(['Phase', 'Seconds'], ['starting the process, readiness and the first feed', inSeconds(median(rest))])
await rm(folder, { recursive: true, force: true })
