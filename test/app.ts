import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApp } from '#server/app.ts'
import { openDeps } from '#server/open-deps.ts'
import { type CacheAge, createCaches } from '#server/platform/cache/caches.ts'
import { createChangeBus } from '#server/platform/change-bus/change-bus.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { SlowBodyLimits } from '#server/platform/http/slow-clients.ts'
import type { Gate } from '#server/platform/load/gate.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import type { PictureScorer } from '#server/platform/scoring/picture-scorer.ts'
import { createWorkers } from '#server/worker.ts'
import { emptyingCaches, waitForChanges } from './caches.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { refuseUndeclaredResponses } from './declared-responses.ts'
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
  /** Starts another node on the same database, which the test closes. It has its own caches. */
  anotherNode(): Promise<{ app: FastifyInstance; deps: Deps }>
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
    cacheAge,
    isMeasured = false,
    gate,
    slowBodies,
  }: {
    webRoot?: string | null
    database?: TestDatabase
    scorer?: PictureScorer | null
    /** Changes the maximum ages of caches, so that only changes empty them. */
    cacheAge?: CacheAge | undefined
    /**
     * Requests do not wait for changes, and writes of the test empty no cache: for benchmarks, and for tests with many thousand
     * requests that depend on no change.
     */
    isMeasured?: boolean
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
  const opened = await openDeps(config, { engine: database.engine, cacheAge })
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
    ...(gate ? { gate } : {}),
    slowBodies,
  })
  opened.useLog(app.log)
  refuseUndeclaredResponses(app)
  if (!isMeasured) await waitForChanges(app, database.engine)
  await app.ready()
  await opened.deps.jobs.work(createWorkers(opened.deps))

  const caches = [opened.deps.caches]
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
    db: isMeasured ? opened.deps.db : emptyingCaches(opened.deps.db, caches),
    dataDir,
    mails,
    call,
    async anotherNode() {
      const bus = createChangeBus(database.engine)
      const deps = { ...opened.deps, bus, caches: createCaches(bus, cacheAge) }
      caches.push(deps.caches)
      const node = await createApp(deps, { isDraining: () => false, checks: async () => ({}), webRoot: null })
      await waitForChanges(node, database.engine)
      await node.ready()
      return { app: node, deps }
    },
    async mailTo(address, count = 1) {
      const newest = () => {
        const found = mails.filter((mail) => mail.to === address)
        return found.length >= count ? found.at(-1) : undefined
      }
      return poll(newest, { withinMs: MAIL_WAIT_MS, everyMs: MAIL_POLL_MS, missing: `no mail ${count} to ${address}` })
    },
    maintain: () => maintain(database.engine),
    async stop() {
      // fetch may have opened an unused connection, and closing would wait for its first request.
      app.server.closeAllConnections()
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
