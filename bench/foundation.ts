import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { freePort } from '../scripts/free-port.mjs'
import { startApp } from '../test/app-process.ts'
import { feedAgainstBareRoute } from './feed-route.ts'
import { machine, median } from './machine.ts'

// The figures of a fresh installation: `npm run bench -- foundation`. Set DATABASE_URL to measure PostgreSQL as well.

const root = fileURLToPath(new URL('..', import.meta.url))
const STARTS = 5
const IDLE_SECONDS = 20

/** Seconds from `npm start` to the first answer, when everything is installed, built and migrated. */
async function secondStart(dataDir: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error' },
  })
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
      if (answer?.ok) return (performance.now() - began) / 1000
      if (performance.now() - began > 60_000) throw new Error('the server did not start within a minute')
      await sleep(10)
    }
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.pid) process.kill(-child.pid, 'SIGINT')
    await ended
  }
}

/** MiB resident in the server's process after it has been idle for a while. Linux only. */
async function idleMemory(pid: number): Promise<number> {
  await sleep(IDLE_SECONDS * 1000)
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Bytes, gzip, of the scripts that the home page names or that those import at once. */
async function homeScripts(): Promise<number> {
  const web = path.join(root, 'dist/web')
  const html = await readFile(path.join(web, 'index.html'), 'utf8')
  const known = await readdir(path.join(web, 'assets'))
  const wanted = new Set([...html.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name))
  for (const name of wanted) {
    const code = await readFile(path.join(web, 'assets', name), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      if (known.includes(imported)) wanted.add(imported)
    }
  }
  // The home screen itself is loaded by the router; it belongs to the first view as well.
  for (const name of known) if (/^(home|en|vi)-.*\.js$/.test(name) && !name.startsWith('vi')) wanted.add(name)
  let bytes = 0
  for (const name of wanted) bytes += gzipSync(await readFile(path.join(web, 'assets', name))).length
  return bytes
}

console.log(machine())
const first = await startApp({ DATABASE_URL: '' })
const { dataDir } = first
const pid = first.pid
console.log(`resident memory, idle, embedded engine: ${(await idleMemory(pid)).toFixed(0)} MiB (goal 350)`)
await first.stop()
const starts: number[] = []
for (let run = 0; run < STARTS; run += 1) starts.push(await secondStart(dataDir))
console.log(`npm start to listening, nothing to do: median ${median(starts).toFixed(2)} s of ${STARTS} (goal 2)`)
console.log(`JavaScript of the home page, gzip: ${((await homeScripts()) / 1000).toFixed(1)} kB (goal 150)`)
for (const databaseUrl of ['', process.env.DATABASE_URL ?? '']) {
  if (databaseUrl === '' && process.env.SKIP_EMBEDDED) continue
  const engine = databaseUrl ? 'PostgreSQL' : 'embedded'
  const { visitor, member } = await feedAgainstBareRoute(databaseUrl)
  console.log(
    `feed page against a bare route with the same bytes, ${engine}: visitor ${visitor.toFixed(2)} (goal ${databaseUrl ? 0.5 : 0.3}), member ${member.toFixed(2)}`,
  )
  if (!process.env.DATABASE_URL) break
}
