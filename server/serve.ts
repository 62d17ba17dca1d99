import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApp } from './app.ts'
import { productVersion } from './backup/version.ts'
import { CommandQueue } from './cli/command-queue.ts'
import { serveCommands } from './cli/command-server.ts'
import { clientBuilt } from './client-built.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { ownDataDir } from './db/data-dir-owner.ts'
import { waitForDatabase } from './db/wait-for-database.ts'
import { firstAdminLink, writeFirstAdminLink } from './domains/admin/first-admin.ts'
import { noteWhetherToPurge } from './domains/memes/purge-caches.ts'
import { embedWhatIsMissing } from './domains/search/likeness/jobs.ts'
import { fillUsernameSkeletons } from './domains/users/fill-skeletons.ts'
import { listenForMetrics } from './http/metrics.ts'
import { openTracing, type Tracing } from './http/tracing.ts'
import { isLogKept } from './log-kept.ts'
import { closeDeps, type OpenedDeps, openDeps } from './open-deps.ts'
import { closeDataDir } from './private-files.ts'
import { setupOf, startPage } from './start-page.ts'
import { isServiceDown, lineOf } from './unavailable.ts'
import { createWorkers } from './worker.ts'

const DRAIN_TIMEOUT_MS = 10_000
const AGAIN_MS = 1000
const WEB_ROOT = fileURLToPath(new URL('../dist/web/', import.meta.url))

/**
 * Reads the configuration, opens everything, listens, and drains on SIGTERM or Ctrl-C. Exits with 1 and one line if it cannot
 * start.
 */
export async function serve(): Promise<void> {
  try {
    await start(readConfig())
  } catch (error) {
    console.error(`Memeroom cannot start: ${reasonOf(error)}`)
    process.exit(1)
  }
}

async function start(config: Config): Promise<void> {
  const client = clientBuilt()
  await tryHost(config.host)
  if (config.databaseUrl) await waitForDatabase(config.databaseUrl, { say: (line) => console.error(line) })
  // With PostgreSQL, several nodes may share a directory.
  const ownership = config.databaseUrl === undefined ? await ownDataDir(config.dataDir) : undefined
  const opened = await openDeps(config, { ownership })
  // Now, since a new embedded database comes with open files.
  const { isOpen } = await closeDataDir(config.dataDir)
  // A broken model is reported now, not at the first search.
  await opened.deps.meaning?.ready()
  await opened.maintenance?.start()
  // Before anybody is answered, so that the first visitor finds it.
  const [hasDemo] = await Promise.all([seedDemo(opened), client])
  const tracing = config.tracing ? await openTracing() : null
  let isDraining = false
  const app = await createApp(opened.deps, {
    isDraining: () => isDraining,
    checks: () => opened.checks(),
    maintenance: opened.maintenance,
    tracing,
    webRoot: existsSync(`${WEB_ROOT}index.html`) ? WEB_ROOT : null,
  })
  opened.useLog(app.log)

  await app.listen({ port: config.port, host: config.host })
  const metrics = config.metricsPort !== undefined && (await listenForMetrics(app.metrics, metricsAt(config)))
  const [listening] = app.addresses()
  const port = typeof listening === 'object' ? listening.port : config.port
  const address = addressOf(config.host, port)
  ownership?.tell({ address })
  const commands =
    ownership &&
    serveCommands(new CommandQueue(opened), ownership).catch((error: unknown) =>
      app.log.error({ err: error }, 'operator commands are not available'),
    )
  const begun = begin(opened, tracing, () => isDraining)
  const stop = async () => {
    if (isDraining) return
    isDraining = true
    const timer = setTimeout(() => process.exit(0), DRAIN_TIMEOUT_MS)
    timer.unref()
    if (metrics) metrics.close().closeAllConnections()
    await Promise.all([app.close(), commands?.then((server) => server?.close())])
    // Running start-up work still uses the database; it ends at its next step.
    await begun.catch((error: unknown) => app.log.error({ err: error }, 'start-up did not complete'))
    await closeDeps(opened)
    await tracing?.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (isOpen)
    app.log.warn({}, `Other accounts of this machine may read files in ${config.dataDir}: change their owner or modes`)
  for (const warning of config.warnings) app.log.warn({}, warning)
  const setup = setupOf(config, address)
  if (process.stdout.isTTY) console.info(startPage(await productVersion(), address, setup))
  app.log.info({ port, setup }, `Memeroom is running at ${address}`)
  if (hasDemo) app.log.info({}, 'demo content is in place')
  await begun
}

/** Retries a start-up step if the database goes down meanwhile. */
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
 * Puts the one-time link that makes a member the first admin into a file, until there is an admin, and says where; where what is
 * printed is not kept, it says the link itself. A log that is kept is read by more than the operator.
 */
async function announceFirstAdmin({ deps }: OpenedDeps): Promise<void> {
  const link = await firstAdminLink(deps)
  if (!link) return
  const file = await writeFirstAdminLink(deps.config.dataDir, link)
  const where = !isLogKept() && deps.config.smtpUrl === undefined ? `this link: ${link}` : `the link in ${file}`
  deps.log.info({}, `There is no admin yet. To become the first one, sign in and open ${where}`)
}

/** Background start-up work: name keys of existing members, and workers. Ends early when the node stops. */
async function begin(opened: OpenedDeps, tracing: Tracing | null, isDraining: () => boolean): Promise<void> {
  const { jobDeps: deps } = opened
  await announceFirstAdmin(opened).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the link for the first admin could not be made'),
  )
  await whenDatabaseAnswers(() => noteWhetherToPurge(deps), isDraining)
  await whenDatabaseAnswers(() => fillUsernameSkeletons(deps.db, isDraining), isDraining)
  if (deps.config.workers > 0) {
    const workers = createWorkers(deps)
    await deps.jobs.work(tracing?.traceJobs(workers) ?? workers)
    await whenDatabaseAnswers(() => embedWhatIsMissing(deps), isDraining)
  }
}

/** @returns whether the demo is in place */
async function seedDemo({ jobDeps: deps }: OpenedDeps): Promise<boolean> {
  const { seedDemoIfWanted } = await import('./demo/seed.ts')
  return seedDemoIfWanted(deps, () => false).catch((error: unknown) => {
    deps.log.error({ err: error }, 'the demo is incomplete')
    return false
  })
}

/** Listens briefly, so that a wrong HOST is reported before anything is opened. */
async function tryHost(host: string): Promise<void> {
  const probe = createServer().listen(0, host)
  await once(probe, 'listening')
  probe.close()
}

const metricsAt = ({ metricsPort = 0, host }: Config) => ({ port: metricsPort, host })

/** The URL for a browser on this machine. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return `PORT ${port} is in use already (${address})`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'HOST must be an address of this machine, or a name that leads to one'
  if (code === 'EACCES') return `PORT ${port} may not be used by this account`
  return lineOf(error)
}
