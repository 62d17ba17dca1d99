import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { startApp } from '#test/app-process.ts'
import { poll } from '#test/poll.ts'
import { signUp } from '#test/sign-up.ts'
import { bundledNode } from '../../scripts/bootstrap.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { median } from './machine.ts'

const CONNECTIONS = 8
const SECONDS = 4
const ROUNDS = 3

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} bad answers and ${result.errors} errors from ${url}`)
  return result.requests.average
}

/**
 * Requests per second of the feed's first page, as a share of those of a bare route that returns the same bytes; measured
 * alternately.
 */
export async function feedAgainstBareRoute(databaseUrl: string): Promise<{ visitor: number; member: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memeroom-bench-'))
  const app = await startApp({ DEMO: 'true', DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'info' })
  const feedUrl = `${app.url}/api/recommendation-feed`
  const port = await freePort()
  const answerFile = path.join(folder, 'answer.json')
  await untilFull(app)
  await writeFile(answerFile, await (await fetch(feedUrl)).text())
  const bare = spawn(
    bundledNode(),
    [fileURLToPath(new URL('./bare-route.ts', import.meta.url)), String(port), answerFile],
    { stdio: 'inherit' },
  )
  try {
    await sleep(1500)
    const bareUrl = `http://127.0.0.1:${port}/api/recommendation-feed`
    const token = (await signUp(app)).authentication.token
    const visitor: number[] = []
    const member: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const base = await requestsPerSecond(bareUrl, {})
      visitor.push((await requestsPerSecond(feedUrl, {})) / base)
      member.push((await requestsPerSecond(feedUrl, { authorization: `Bearer ${token}` })) / base)
    }
    return { visitor: median(visitor), member: median(member) }
  } finally {
    bare.kill()
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Waits for the demo content, which is created in the background and would use CPU time during the measurement. */
async function untilFull(app: { log: () => string }): Promise<void> {
  await poll(() => app.log().includes('demo content is in place'), {
    withinMs: 300_000,
    everyMs: 1000,
    missing: 'the demo was not filled within five minutes',
  })
}
