import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type OpeningEngine, openEngine } from './open-engine.ts'
import { observeBlobs, type StorageObserver } from './platform/blobs/observed-blobs.ts'
import { openBlobs } from './platform/blobs/open-blobs.ts'
import { type CacheAge, createCaches } from './platform/cache/caches.ts'
import { createChangeBus } from './platform/change-bus/change-bus.ts'
import { VISIBLE_TOPICS } from './platform/change-bus/topics.ts'
import type { Config } from './platform/config/config.ts'
import type { Ownership } from './platform/db/data-dir-owner.ts'
import type { Engine, EngineOptions } from './platform/db/engine.ts'
import { Maintenance } from './platform/db/maintenance.ts'
import { isMigrated, migrateToLatest } from './platform/db/migrate.ts'
import { openReads, type Reads, readsOf } from './platform/db/replica/reads.ts'
import { openReplica } from './platform/db/replica/replica.ts'
import type { Deps, Log } from './platform/deps.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { isLogStored } from './platform/log/log-stored.ts'
import { createMail } from './platform/mail/mail.ts'
import { outboxOf } from './platform/mail/outbox.ts'
import { createMeaningModel } from './platform/meaning/meaning-model.ts'
import { serveMediaFrom } from './platform/media-path.ts'
import { createPictureReader } from './platform/ocr/picture-reader.ts'
import { canScore, createPictureScorer } from './platform/scoring/picture-scorer.ts'
import { createUploadStore } from './platform/upload-store/upload-store.ts'
import { withTimeout } from './platform/with-timeout.ts'
import type { StartPhases } from './start-phases.ts'
import { jobKinds } from './worker.ts'

export interface OpenedDeps {
  deps: Deps
  /** The same for jobs and commands, which use separate connections. */
  jobDeps: Deps
  engine: Engine
  /** Maintenance of the embedded engine; only reports until started. Null on PostgreSQL, which has autovacuum. */
  maintenance: Maintenance | null
  checks(): Promise<Record<string, boolean>>
  useLog(log: Log): void
}

const CHECK_TIMEOUT_MS = 3000

/**
 * Opens the database (migrated), storage, mail and job queue. Throws the first error. Writes nothing to DATA_DIR before this
 * process owns the embedded database. Tests may pass `engine`.
 */
export async function openDeps(
  config: Config,
  given: {
    engine?: Engine
    ownership?: Ownership | undefined
    opening?: OpeningEngine
    phases?: StartPhases
    cacheAge?: CacheAge | undefined
  } = {},
): Promise<OpenedDeps> {
  const { onStatement, log, useLog, engine: opening } = given.opening ?? openEngine(config, given)
  const engine = await opening
  given.phases?.end('database')
  serveMediaFrom(config.mediaUrl)
  const stagingDir = path.join(config.dataDir, 'staging')
  await mkdir(stagingDir, { recursive: true })
  const storageObserver: StorageObserver = { onEnd: () => {} }
  const blobs = observeBlobs(
    await openBlobs({ storageUrl: config.storageUrl, mediaDir: path.join(config.dataDir, 'media') }),
    storageObserver,
  )
  const exports = await openBlobs({ storageUrl: config.storageUrl, mediaDir: path.join(config.dataDir, 'exports') })
  given.phases?.end('storage')
  await migrateToLatest(engine.jobsDb)
  given.phases?.end('migrations')

  const mail = createMail({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outboxDir: outboxOf(config.dataDir),
    showsCodes: !isLogStored(),
    log: (line) => log.info({}, line),
  })
  const jobs = await createJobs(engine, jobKinds, log)
  given.phases?.end('jobs')
  const bus = createChangeBus(engine)
  const deps: Deps = {
    config,
    db: engine.db,
    reads: await openReadsOf(config, engine, onStatement),
    connections: {
      most: engine.pools().find(({ pool }) => pool === 'requests')?.most ?? 1,
      figures: () => engine.pools(),
    },
    jobs,
    mail,
    blobs,
    storageObserver,
    uploadStore: createUploadStore({ storageUrl: config.storageUrl, blobs, stagingDir }),
    reader: config.ocr === 'off' ? null : createPictureReader({ mode: config.ocr, languages: config.ocrLanguages }),
    scorer: canScore() ? createPictureScorer() : null,
    meaning: config.clip ? createMeaningModel(config.clip) : null,
    exports,
    stagingDir,
    log,
    answeringForMs: () => engine.answeringForMs(),
    snapshot: () => engine.snapshot(config.dataDir),
    bus,
    caches: createCaches(bus, given.cacheAge),
  }
  readChangesFromPrimary(deps)
  return {
    deps,
    // Jobs run as long as they need, on separate connections so that they never delay requests.
    jobDeps: { ...deps, db: engine.jobsDb },
    engine,
    maintenance: engine.background ? new Maintenance(engine.background, log) : null,
    checks: async () => ({
      database: await holds(engine.db.selectFrom('settings').select('key').limit(1).execute()),
      migrations: await isMigrated(engine.db).catch(() => false),
      storage: await holds(blobs.check()),
    }),
    useLog,
  }
}

/**
 * Stops running work first, then closes its dependencies.
 * @throws the first failure, such as a full disk, after everything is closed
 */
export async function closeDeps({ deps, maintenance, engine }: OpenedDeps): Promise<void> {
  const failures: unknown[] = []
  const steps: (() => unknown)[] = [
    () => deps.jobs.stop(),
    () => deps.reads.close(),
    () => deps.reader?.close(),
    () => deps.scorer?.close(),
    () => deps.meaning?.close(),
    () => deps.mail.close(),
    () => maintenance?.stop(),
    () => engine.close(),
  ]
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** After a change that all users must see at once, the replica may lag behind. Registered before the caches' own listeners. */
function readChangesFromPrimary({ bus, reads }: Pick<Deps, 'bus' | 'reads'>): void {
  bus.on(VISIBLE_TOPICS, () => reads.noteChange())
  bus.onListening(() => reads.noteChange())
}

async function openReadsOf(
  { databaseReadUrl: url, databaseReadLagMs: maxLagMs, databasePool: poolSize }: Config,
  engine: Engine,
  onStatement: EngineOptions['onStatement'],
): Promise<Reads> {
  if (url === undefined) return readsOf(engine.db)
  const replica = openReplica({ url, poolSize, maxLagMs, primary: engine.db, onStatement })
  return openReads({ engine, replica, maxLagMs })
}

function holds(check: Promise<unknown>): Promise<boolean> {
  return withTimeout(CHECK_TIMEOUT_MS, check, 'the check took too long').then(
    () => true,
    () => false,
  )
}
