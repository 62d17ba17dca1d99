import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { createMail } from '#server/platform/mail/mail.ts'
import { unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { runWaitingJobs } from '#test/waiting-jobs.ts'

const WAIT = { timeout: 20_000, interval: 50 }

const app = await appForFile()
const catchMail = app.deps.mail.send
beforeEach(() => {
  app.deps.mail.send = catchMail
})

async function register(): Promise<string> {
  const name = `late${unique()}`
  const body = { email: `${name}@example.com`, username: name, password: 'correct horse' }
  expect((await app.call('POST', '/auth/register', { body })).status).toBe(201)
  return body.email
}

async function mailsIn(state: 'retry' | 'completed'): Promise<number> {
  const found = await sql<{
    id: string
  }>`select id from jobs.job where name = 'send-mail' and state = ${state}`.execute(app.db)
  return found.rows.length
}

test('a mail refused by the server waits and is sent again', async () => {
  const refusing = vi.fn(async () => {
    throw new Error('550 not now')
  })
  app.deps.mail.send = refusing
  const email = await register()
  await vi.waitFor(async () => expect(await mailsIn('retry')).toBe(1), WAIT)
  expect(refusing).toHaveBeenCalledTimes(1)
  app.deps.mail.send = catchMail
  await runWaitingJobs(app)
  expect((await app.mailTo(email)).text).toMatch(/\d{6}/)
})

test('a mail server outage loses no mail, at any number of attempts, and sends none twice', {
  timeout: 60_000,
}, async () => {
  const server: MailServer = await startMailServer()
  const mail = createMail({
    smtpUrl: server.url,
    from: 'memes@example.com',
    outboxDir: '',
    showsCodes: false,
    log: () => {},
  })
  try {
    await server.halt()
    let tries = 0
    app.deps.mail.send = (message) => {
      tries += 1
      return mail.send(message)
    }
    const [first, second] = [await register(), await register()]
    await vi.waitFor(async () => {
      // Simulates the last retry of a faulty mail; skips the delay.
      await sql`update jobs.job set retry_count = retry_limit where state = 'retry' and start_after > now()`.execute(
        app.db,
      )
      await runWaitingJobs(app)
      expect(tries).toBeGreaterThan(5)
    }, WAIT)
    await server.resume()
    await vi.waitFor(async () => {
      await runWaitingJobs(app)
      expect(server.taken.flatMap(({ to }) => to).toSorted()).toEqual([first, second].toSorted())
    }, WAIT)
  } finally {
    mail.close()
    await server.halt()
  }
})

test('a code that expired while its mail waited is not sent', async () => {
  const before = await mailsIn('completed')
  app.deps.mail.send = async () => {
    throw new Error('550 not now')
  }
  const email = await register()
  await vi.waitFor(async () => expect(await mailsIn('retry')).toBe(1), WAIT)
  app.deps.mail.send = catchMail
  await sql`update jobs.job set data = jsonb_set(data, '{expiresAt}', '"2020-01-01T00:00:00.000Z"') where state = 'retry'`.execute(
    app.db,
  )
  await runWaitingJobs(app)
  await vi.waitFor(async () => expect(await mailsIn('completed')).toBe(before + 1), WAIT)
  expect(app.mails.filter(({ to }) => to === email)).toEqual([])
})
