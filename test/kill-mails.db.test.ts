import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp } from './app-process.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { persistentEnvironment } from './persistent-environment.ts'

/** More than are sent concurrently, so that at the kill some are being sent and some wait. */
const PEOPLE = 5
/** Far below the time limit of such a job, after which it would be retried anyway. */
const SOON_MS = 30_000

let isKilled = false
/** Emails that were in flight when the process was killed. */
let interrupted = 0
let server: MailServer
beforeAll(async () => {
  server = await startMailServer({
    async takes() {
      if (!isKilled) interrupted += 1
      return isKilled
    },
  })
})
afterAll(() => server.halt())

const environment = persistentEnvironment({ LOG_LEVEL: 'error' })

test('mails with codes interrupted by a kill are sent soon after the next start', {
  timeout: 150_000,
}, async () => {
  const env = { ...environment(), SMTP_URL: server.url }
  const app = await startApp(env)
  const people = Array.from({ length: PEOPLE }, (_, at) => `killed${at}`)
  for (const name of people) {
    const answer = await fetch(`${app.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${name}@example.com`, username: name, password: 'correct horse' }),
    })
    expect(answer.status).toBe(201)
  }
  await vi.waitUntil(() => interrupted > 0, { timeout: SOON_MS, interval: 20 })
  process.kill(app.pid, 'SIGKILL')
  await app.stop()
  isKilled = true

  const again = await startApp(env)
  const arrived = () => [...new Set(server.taken.flatMap(({ to }) => to))].toSorted()
  await vi.waitFor(() => expect(arrived()).toEqual(people.map((name) => `${name}@example.com`)), {
    timeout: SOON_MS,
    interval: 50,
  })
  expect(await again.stop()).toBe(0)
})
