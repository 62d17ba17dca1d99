import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { createApp } from './app.ts'
import { firstAdminLink, writeFirstAdminLink } from './domains/admin/first-admin.ts'
import { setPurgeRecording } from './domains/memes/purge-caches.ts'
import { embedMissing } from './domains/search/likeness/jobs.ts'
import { fillUsernameSkeletons } from './domains/users/fill-skeletons.ts'
import { closeDeps, type OpenedDeps, openDeps } from './open-deps.ts'
import type { OpeningEngine } from './open-engine.ts'
import { serveCommands } from './ops/cli/command-server.ts'
import { closeDataDir } from './ops/data-directory/private-files.ts'
import type { Config } from './platform/config/config.ts'
import type { Ownership } from './platform/db/data-dir-owner.ts'
import type { Deps } from './platform/deps.ts'
import { listenForMetrics } from './platform/http/metrics.ts'
import { openTracing, type Tracing } from './platform/http/tracing.ts'
import { isLogStored } from './platform/log/log-stored.ts'
import { lowMemory } from './platform/memory-limit.ts'
import { isServiceDown, lineOf } from './platform/unavailable.ts'
import { productVersion } from './platform/version.ts'
import type { StartPhases } from './start-phases.ts'
import { runningAt, setupOf, startPage } from './web-pages/start-page.ts'
import { createWorkers } from './worker.ts'

const DRAIN_TIMEOUT_MS = 10_000
const AGAIN_MS = 1000
const WEB_ROOT = fileURLToPath(new URL('../dist/web/', import.meta.url))

interface Started {
  /** Resolves once the web client is built. */
  client: Promise<void>
  ownership: Ownership | undefined
  opening: OpeningEngine
  phases: StartPhases
}

/** Runs the server on a database that is opening, until it receives a stop signal. */
export async function run(config: Config, { client, ownership, opening, phases }: Started): Promise<void> {
  const opened = await openDeps(config, { opening, phases })
  const tracing = config.tracing ? await openTracing() : null
  let isLeaving = false
  let isDraining = false
  const buildApp = async () => {
    await client
    return createApp(opened.deps, {
      isDraining: () => isDraining,
      isLeaving: () => isLeaving,
      // At once, because a slow answer would delay the proxy.
      checks: async () => (isLeaving ? { serving: false } : opened.checks()),
      maintenance: opened.maintenance,
      tracing,
      webRoot: existsSync(`${WEB_ROOT}index.html`) ? WEB_ROOT : null,
    })
  }
  // Finish both before serving requests.
  const [app, hasDemo] = await Promise.all([buildApp(), prepare(opened)])
  opened.useLog(app.log)
  phases.end('application')

  await app.listen({ port: config.port, host: config.host })
  phases.end('listening')
  const metrics = config.metricsPort !== undefined && (await listenForMetrics(app.metrics, metricsAt(config)))
  const [listening] = app.addresses()
  const port = typeof listening === 'object' ? listening.port : config.port
  const address = addressOf(config.host, port)
  ownership?.publish({ address })
  const commands =
    ownership &&
    serveCommands(async () => {
      const { CommandQueue } = await import('./ops/cli/command-queue.ts')
      return new CommandQueue(opened)
    }, ownership).catch((error: unknown) => app.log.error({ err: error }, 'operator commands are not available'))
  settle()
  const begun = begin(opened, tracing, () => isDraining)
  const stop = async () => {
    if (isLeaving) return
    isLeaving = true
    await sleep(config.drainDelayMs)
    isDraining = true
    const timer = setTimeout(() => process.exit(0), DRAIN_TIMEOUT_MS)
    timer.unref()
    if (metrics) metrics.close().closeAllConnections()
    let code = 0
    const orLog = (problem: string) => (error: unknown) => {
      code = 1
      app.log.error({ reason: lineOf(error) }, problem)
    }
    await Promise.all([app.close(), commands?.then((server) => server?.close())]).catch(
      orLog('requests did not finish'),
    )
    // Running startup work still uses the database; it stops at its next step.
    await begun.catch(orLog('start-up did not complete'))
    await closeDeps(opened).catch(orLog('the last writes failed'))
    await tracing?.close()
    process.exit(code)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  for (const warning of [...config.warnings, lowMemory() ?? []].flat()) app.log.warn({}, warning)
  const setup = setupOf(config, address)
  const where = runningAt(config.publicUrl, port)
  if (process.stdout.isTTY) console.info(startPage(`Memeroom ${await productVersion()} ${where}`, setup))
  app.log.info({ port, setup, startedInMs: phases.ms }, `Memeroom ${where}`)
  if (hasDemo) app.log.info({}, 'demo content is in place')
  await begun
}

/** Work deferred until startup is complete. */
function settle(): void {
  // Collect garbage once it reaches half of the memory in use, instead of several times as much (decision 170). During startup
  // nearly all of the heap stays in use, and collections take a fifth of the time.
  setFlagsFromString('--heap-growing-percent=50')
  // By default the cache is written when the process exits, which a killed process does not do.
  flushCompileCache()
}

/** @returns whether the demo is complete, for the first visitor */
async function prepare(opened: OpenedDeps): Promise<boolean> {
  // Report a broken model now, not at the first search.
  await opened.deps.meaning?.ready()
  await opened.maintenance?.start()
  return seedDemo(opened)
}

/** Retries a startup step if the database goes down meanwhile. */
async function whenDatabaseAnswers(step: () => Promise<void>, isDraining: () => boolean): Promise<void> {
  while (!isDraining()) {
    try {
      return await step()
    } catch (error) {
      if (!isServiceDown(error)) throw error
      await sleep(AGAIN_MS)
    }
  }
}

/**
 * Writes the one-time link that makes a member the first admin to a file and logs its path, unless there is an admin. If output
 * is not stored and no SMTP server is set, logs the link itself: stored logs have more readers than the operator.
 */
async function announceFirstAdmin({ deps }: OpenedDeps): Promise<void> {
  const link = await firstAdminLink(deps)
  if (!link) return
  const file = await writeFirstAdminLink(deps.config.dataDir, link)
  const where =
    !isLogStored() && deps.config.smtpUrl === undefined
      ? `this link: ${link}`
      : `the link that the command first-admin prints, which is also in ${file}`
  deps.log.info({}, `There is no admin yet. To become the first one, sign in and open ${where}`)
}

/** Makes files private that an earlier version left accessible; new files are private from the start. */
async function closeToOthers({ config: { dataDir }, log }: Deps): Promise<void> {
  const { isOpen } = await closeDataDir(dataDir)
  if (isOpen) log.warn({}, `Other accounts of this machine may read files in ${dataDir}: change their owner or modes`)
}

/** Runs background startup work: file modes, name keys of existing members, and workers. Ends early when the node stops. */
async function begin(opened: OpenedDeps, tracing: Tracing | null, isDraining: () => boolean): Promise<void> {
  const { jobDeps: deps } = opened
  await closeToOthers(deps)
  await announceFirstAdmin(opened).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the link for the first admin could not be made'),
  )
  await whenDatabaseAnswers(() => setPurgeRecording(deps), isDraining)
  await whenDatabaseAnswers(() => fillUsernameSkeletons(deps.db, isDraining), isDraining)
  if (deps.config.workers > 0) {
    const workers = createWorkers(deps)
    await deps.jobs.work(tracing?.traceJobs(workers) ?? workers)
    await whenDatabaseAnswers(() => embedMissing(deps), isDraining)
  }
}

/** @returns whether the demo is complete */
async function seedDemo({ jobDeps: deps }: OpenedDeps): Promise<boolean> {
  const { seedDemoIfEnabled } = await import('./ops/demo/seed.ts')
  return seedDemoIfEnabled(deps, () => false).catch((error: unknown) => {
    deps.log.error({ err: error }, 'the demo is incomplete')
    return false
  })
}

const metricsAt = ({ metricsPort = 0, host }: Config) => ({ port: metricsPort, host })

/** Returns the URL for a browser on this machine. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
