import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApp } from '#server/app.ts'
import { openDeps } from '#server/open-deps.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { SlowBodyLimits } from '#server/platform/http/slow-clients.ts'
import type { Gate } from '#server/platform/load/gate.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import type { PictureScorer } from '#server/platform/scoring/picture-scorer.ts'
import { createWorkers } from '#server/worker.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { refuseUndeclaredAnswers } from './declared-answers.ts'
import { maintain } from './maintain.ts'
import { poll } from './poll.ts'

export interface Answer {
  status: number
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, checked by their assertions.
  body: any
}

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  db: Db
  dataDir: string
  mails: MailMessage[]
  /** Sends one request; a JSON response is parsed, any other is returned as text. */
  call(
    method: string,
    url: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string>; payload?: InjectOptions['payload'] },
  ): Promise<Answer>
  /** Waits for `count` emails to an address and returns the last one. */
  mailTo(address: string, count?: number): Promise<MailMessage>
  /** Runs the maintenance that production would have run by now on a freshly filled database. */
  maintain(): Promise<void>
  stop(): Promise<void>
}

const MAIL_WAIT_MS = 10_000
const MAIL_POLL_MS = 20

/** The real application on its own database, or on a given one that it drops afterwards. Email is captured instead of sent. */
export async function createTestApp(
  overrides: Partial<Config> = {},
  {
    webRoot = null,
    database: given,
    scorer = null,
    // Tests change rows directly in the database and expect the next page to show the changes.
    feedFreshMs = 0,
    keepsFiles = false,
    gate,
    slowBodies,
  }: {
    webRoot?: string | null
    database?: TestDatabase
    scorer?: PictureScorer | null
    feedFreshMs?: number | undefined
    keepsFiles?: boolean
    gate?: Gate | undefined
    slowBodies?: SlowBodyLimits | undefined
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-test-'))
  const database = given ?? (await createTestDatabase())
  const environment = {
    DATA_DIR: dataDir,
    DEMO: 'false',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    // Reading pictures takes a second each; tests about it turn it on.
    OCR: 'off',
    PUBLIC_URL: 'http://memeroom.test',
  }
  const config = { ...readConfig(environment), ...overrides }
  const opened = await openDeps(config, { engine: database.engine })
  // Tests run without the model even if the optional packages are installed.
  opened.deps.scorer = scorer
  const mails: MailMessage[] = []
  opened.deps.mail.send = async (message) => {
    mails.push(message)
  }
  const app = await createApp(opened.deps, {
    isDraining: () => false,
    checks: () => opened.checks(),
    webRoot,
    feedFreshMs,
    keepsFiles,
    ...(gate ? { gate } : {}),
    slowBodies,
  })
  opened.useLog(app.log)
  refuseUndeclaredAnswers(app)
  await app.ready()
  await opened.deps.jobs.work(createWorkers(opened.deps))

  const call: TestApp['call'] = async (method, url, options = {}) => {
    const response = await app.inject({
      method: method as 'GET',
      url: `/api${url}`,
      headers: { ...(options.token ? { authorization: `Bearer ${options.token}` } : {}), ...options.headers },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
      ...(options.payload === undefined ? {} : { payload: options.payload }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return { status: response.statusCode, headers: response.headers, body: isJson ? response.json() : response.body }
  }
  return {
    app,
    deps: opened.deps,
    db: opened.deps.db,
    dataDir,
    mails,
    call,
    async mailTo(address, count = 1) {
      const newest = () => {
        const found = mails.filter((mail) => mail.to === address)
        return found.length >= count ? found.at(-1) : undefined
      }
      return poll(newest, { withinMs: MAIL_WAIT_MS, everyMs: MAIL_POLL_MS, missing: `no mail ${count} to ${address}` })
    },
    maintain: () => maintain(database.engine),
    async stop() {
      await app.close()
      await opened.deps.jobs.stop()
      await opened.deps.reads.close()
      await opened.deps.reader?.close()
      await opened.deps.meaning?.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
