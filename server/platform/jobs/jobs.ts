import { setTimeout as sleep } from 'node:timers/promises'
import { type Job, PgBoss } from 'pg-boss'
import type * as z from 'zod'
import type { Db, Tx } from '../db/db.ts'
import type { Engine } from '../db/engine.ts'
import { isServiceDown, lineOf } from '../unavailable.ts'
import { watchDueJobs } from './due-jobs.ts'
import { createJobLeases, type JobLeases } from './job-leases.ts'
import { createRetryingExecutor, type JobLog } from './retrying-executor.ts'
import { txExecutor } from './tx-executor.ts'

/** A kind of durable job. Handlers must be idempotent, since a job runs at least once. */
export interface JobKind<T extends object = object> {
  name: string
  schema: z.ZodType<T>
  /**
   * Retries after a failure, with a delay that doubles from `retryDelaySeconds`. Failures because the database, bucket or mail
   * server is down do not count.
   */
  retryLimit: number
  retryDelaySeconds: number
  /** Time limit of a run, after which it is retried. */
  timeLimitSeconds: number
  /** Concurrent jobs of this kind on one node. */
  concurrency?: number
  /** Pause between two runs on one node, so that a run handles more. Not for the first run. */
  restSeconds?: number
  /** For recurring jobs: a cron expression, in UTC. */
  cron?: string
  /** For recurring jobs that process a bounded number of rows: counts the rows that still wait. */
  countBacklog?: (db: Db) => Promise<number>
}

export type JobHandler<T extends object> = (data: T, signal: AbortSignal) => Promise<void>

export interface Worker {
  kind: JobKind
  handle: JobHandler<object>
}

export interface EnqueueOptions {
  /** Delay in seconds. */
  afterSeconds?: number
  /** While a job of this kind with the same key is waiting, no other is added. */
  key?: string
  /** Higher priority runs first. */
  priority?: number
}

export interface Jobs {
  /** Adds a job in the transaction that writes its rows, so that either both happen or neither does. */
  enqueue<T extends object>(tx: Tx, kind: JobKind<T>, data: T, options?: EnqueueOptions): Promise<void>
  /** Deletes jobs of a kind with these fields in their data, including finished ones, to erase their data. */
  forget<T extends object>(tx: Tx, kind: JobKind<T>, fields: Partial<T>): Promise<void>
  /** Like `forget`, for jobs with this text in the field. */
  forgetText<T extends object>(tx: Tx, kind: JobKind<T>, field: keyof T & string, text: string): Promise<void>
  /** Deletes jobs of any kind with one of these ids (UUIDs) in their data, including finished ones. */
  forgetIds(tx: Tx, ids: string[]): Promise<void>
  /** Starts processing jobs; without this call the node only enqueues. */
  work(workers: Worker[]): Promise<void>
  /** Starts the jobs that are due now, without waiting for the next poll. */
  startDue(): Promise<void>
  /** Waits for running jobs, at most 10 s. */
  stop(): Promise<void>
}

/** Maximum delay before a due job starts, in seconds. */
const POLL_SECONDS = 5
/** A lane polls this rarely while it receives notifications of new jobs, and every few seconds otherwise. */
const LANE_POLL_SECONDS = 300
const FLOW_SECONDS = 86_400
const STOP_TIMEOUT_MS = 10_000

const ENDING_SECONDS = 60

/** Retention of finished and failed jobs, for figures and alarms: those of a nightly job until after its next run. */
const STAY_SECONDS = 3600
const NIGHTLY_STAY_SECONDS = 25 * STAY_SECONDS

/** True if the kind runs at a fixed hour, once a day. */
export const isNightly = ({ cron }: Pick<JobKind, 'cron'>): boolean => /^\d+ \d+ /.test(cron ?? '')

/** Returns a signal that also aborts a minute before a run's time limit, so that the job can record partial work. */
export const endingInTime = (signal: AbortSignal, kind: Pick<JobKind<object>, 'timeLimitSeconds'>): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout((kind.timeLimitSeconds - ENDING_SECONDS) * 1000)])

/** Pairs a kind with its handler, typed by the kind's schema. */
export function worker<T extends object>(kind: JobKind<T>, handle: JobHandler<T>): Worker {
  return { kind: kind as JobKind, handle: handle as unknown as JobHandler<object> }
}

/**
 * Requeues a job that failed because a service is down, without counting the attempt: after seconds at first, every minute
 * later. After some days it counts as a normal failure. The job may be `completed` already: the queue completes the previous run after
 * this statement, and if that takes longer than the delay, it completes the next run before its end.
 */
const PUT_OFF = `update jobs.job set state = 'retry', started_on = null, completed_on = null,
  output = jsonb_build_object('waitsFor', $3::text),
  start_after = now() + make_interval(secs => least(60, greatest(5, extract(epoch from now() - created_on)::float8 / 4)))
  where name = $1 and id = $2 and state in ('active', 'completed') and created_on > now() - interval '3 days' returning id`

interface LaneDeps {
  boss: PgBoss
  held: JobLeases
  executeSql: Engine['executeSql']
  log: JobLog
  /** Ends pauses between runs. */
  stopping: AbortSignal
}

/**
 * Processes one job at a time; returns the worker's id. The queue's worker would wait for its next poll after each job, so this
 * wakes it.
 */
async function workLane(deps: LaneDeps, kind: JobKind, handle: JobHandler<object>): Promise<string> {
  let id = ''
  let rest = Promise.resolve()
  const run = async (job: Job<object>) => {
    const holding = deps.held.hold(job)
    try {
      await rest
      await handle(kind.schema.parse(job.data), job.signal)
    } catch (error) {
      if (isServiceDown(error)) {
        const { rows } = await deps.executeSql(PUT_OFF, [job.name, job.id, lineOf(error)])
        if (rows.length > 0) return
      }
      deps.log.error({ err: error, kind: job.name, id: job.id }, 'a job failed')
      throw error
    } finally {
      holding.done()
      if (kind.restSeconds !== undefined)
        rest = sleep(kind.restSeconds * 1000, undefined, { signal: deps.stopping, ref: false }).catch(() => {})
      if (id) deps.boss.notifyWorker(id)
    }
  }
  id = await deps.boss.work<object>(
    kind.name,
    { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: LANE_POLL_SECONDS, batchSize: 1 },
    async ([job]) => job && run(job),
  )
  return id
}

/** Creates durable jobs with pg-boss in the same database. `kinds` must list all kinds. */
export async function createJobs(engine: Engine, kinds: JobKind[], log: JobLog): Promise<Jobs> {
  const patient = createRetryingExecutor(engine, log)
  const held = createJobLeases(
    { kind: engine.kind, executeSql: patient.executeSql, answeringForMs: () => engine.answeringForMs() },
    log,
  )
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => patient.executeSql(text, values),
      listen: (channel, onNotification, onReconnect) => engine.listen(channel, onNotification, onReconnect),
    },
    backend: engine.kind === 'embedded' ? 'pglite' : 'postgres',
    schema: 'jobs',
    useListenNotify: true,
    monitorVacuum: false,
    reindex: false,
    // No job depends on another, and checking for dependent jobs every five seconds would be a quarter of an idle site's work.
    flowIntervalSeconds: FLOW_SECONDS,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue.deleteAfterSeconds]))
  for (const kind of kinds) {
    const deleteAfterSeconds = isNightly(kind) ? NIGHTLY_STAY_SECONDS : STAY_SECONDS
    if (existing.has(kind.name)) {
      if (existing.get(kind.name) !== deleteAfterSeconds) await boss.updateQueue(kind.name, { deleteAfterSeconds })
      continue
    }
    await boss.createQueue(kind.name, {
      policy: 'short',
      retryLimit: kind.retryLimit,
      retryDelay: kind.retryDelaySeconds,
      retryBackoff: true,
      expireInSeconds: kind.timeLimitSeconds,
      deleteAfterSeconds,
      notify: true,
    })
    // pg-boss reads a queue's settings on first use, on another connection. In a transaction of the embedded engine, which has
    // one connection, that read would deadlock, so trigger it here.
    await boss.insert(kind.name, [])
  }
  let due: ReturnType<typeof watchDueJobs> | undefined
  const stopping = new AbortController()
  return {
    async enqueue(tx, kind, data, options = {}) {
      await boss.send(kind.name, kind.schema.parse(data), {
        db: txExecutor(tx),
        // The queue's policy allows one waiting job per key; jobs without a key get a unique one.
        singletonKey: options.key ?? crypto.randomUUID(),
        ...(options.afterSeconds ? { startAfter: options.afterSeconds } : {}),
        ...(options.priority ? { priority: options.priority } : {}),
      })
    },
    async forget(tx, kind, fields) {
      await txExecutor(tx).executeSql('delete from jobs.job where name = $1 and data @> $2::jsonb', [
        kind.name,
        JSON.stringify(fields),
      ])
    },
    async forgetText(tx, kind, field, text) {
      await txExecutor(tx).executeSql('delete from jobs.job where name = $1 and strpos(data->>$2, $3) > 0', [
        kind.name,
        field,
        text,
      ])
    },
    async forgetIds(tx, ids) {
      await txExecutor(tx).executeSql(
        `delete from jobs.job where exists (
          select from regexp_matches(data::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') found
          where found[1] = any($1::text[]))`,
        [ids],
      )
    },
    async work(workers) {
      patient.begin()
      const lanes = new Map<string, string[]>()
      const wake = (names: string[]) => {
        for (const id of names.flatMap((name) => lanes.get(name) ?? [])) boss.notifyWorker(id)
      }
      await held.start(wake)
      const deps = { boss, held, executeSql: patient.executeSql, log, stopping: stopping.signal }
      for (const { kind, handle } of workers) {
        const ids: string[] = []
        lanes.set(kind.name, ids)
        for (let lane = 0; lane < (kind.concurrency ?? 1); lane += 1) ids.push(await workLane(deps, kind, handle))
        if (kind.cron) await boss.schedule(kind.name, kind.cron, {}, { tz: 'UTC', singletonKey: 'cron' })
      }
      due = watchDueJobs(patient.executeSql, POLL_SECONDS * 1000, wake, log)
    },
    async startDue() {
      await due?.look()
    },
    async stop() {
      due?.stop()
      stopping.abort()
      patient.stop()
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
      held.stop()
    },
  }
}
