import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { unique } from '#test/factories.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.stop())

test('a mail that the server does not take waits and is tried again', async () => {
  const { mail } = app.deps
  const deliver = mail.send
  const refusing = vi.fn(async () => {
    throw new Error('451 try later')
  })
  mail.send = refusing
  const name = `late${unique()}`
  const body = { email: `${name}@example.com`, username: name, password: 'correct horse' }
  expect((await app.call('POST', '/auth/register', { body })).status).toBe(201)
  const waiting = () =>
    sql<{ id: string }>`select id from jobs.job where name = 'send-mail' and state = 'retry'`.execute(app.db)
  await vi.waitFor(async () => expect((await waiting()).rows).toHaveLength(1), { timeout: 15_000, interval: 50 })
  expect(refusing).toHaveBeenCalledTimes(1)

  mail.send = deliver
  await sql`update jobs.job set start_after = now() where name = 'send-mail' and state = 'retry'`.execute(app.db)
  expect((await app.mailTo(body.email)).text).toMatch(/\d{6}/)
})
