import type { Engine } from '../db/engine.ts'
import type { JobLog } from './retrying-executor.ts'

/** Interval of a node's heartbeat for its jobs, in milliseconds. */
const KEEP_EVERY_MS = 1500
/** Seconds without a heartbeat after which a job's node counts as gone. */
const SILENT_SECONDS = 6
/** Extra retries for a job after its process died, so that a job that kills every process is given up eventually. */
const CRASHES_MAX = 5

const KEEP = `update jobs.job set heartbeat_on = now()
  where state = 'active' and (name, id) in (select * from unnest($1::text[], $2::uuid[]))`
const TAKE_OVER = `update jobs.job set state = 'retry', start_after = now()
  where state = 'active' and heartbeat_on <= now() - make_interval(secs => $1) and retry_count < retry_limit + $2
  returning name`
const FIND_INDEX = `select to_regclass('jobs.job_active') is not null as found`
// Needs a lock, because with "if not exists" alone, two nodes that start together can both try to create it.
const MAKE_INDEX = `select pg_advisory_xact_lock(hashtext('memeroom job_active'));
  create index if not exists job_active on jobs.job (heartbeat_on) where state = 'active'`

export interface JobLeases {
  /** Records that this node works on a job, until `done` is called. */
  hold(job: { name: string; id: string }): { done(): void }
  /** Starts the heartbeat and the takeover of abandoned jobs. `onTaken` receives the kinds that have work again. */
  start(onTaken: (names: string[]) => void): Promise<void>
  stop(): void
}

/**
 * Manages leases on running jobs, renewed by heartbeats. Jobs of a killed process return to the queue: at once with the
 * embedded engine, which has one process; otherwise within seconds, by any node. Heartbeats fail while the database is down, so
 * no job is taken over until the database has been up for a full lease.
 */
export function createJobLeases(
  engine: Pick<Engine, 'kind' | 'executeSql' | 'answeringForMs'>,
  log: Pick<JobLog, 'error'>,
): JobLeases {
  const held = new Map<string, { name: string; id: string }>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  const takeOver = async (silentSeconds: number) => {
    const { rows } = await engine.executeSql(TAKE_OVER, [silentSeconds, CRASHES_MAX])
    return [...new Set(rows.map((row) => String(row.name)))]
  }
  const keep = async () => {
    const jobs = [...held.values()]
    if (jobs.length > 0) await engine.executeSql(KEEP, [jobs.map(({ name }) => name), jobs.map(({ id }) => id)])
    return engine.answeringForMs() >= SILENT_SECONDS * 1000 ? takeOver(SILENT_SECONDS) : []
  }
  return {
    hold(job) {
      held.set(job.id, job)
      return { done: () => void held.delete(job.id) }
    },
    async start(onTaken) {
      if (engine.kind === 'embedded') {
        await takeOver(0)
        return
      }
      const { rows } = await engine.executeSql(FIND_INDEX)
      if (rows[0]?.found !== true) await engine.executeSql(MAKE_INDEX)
      timer = setInterval(() => {
        if (isRunning) return
        isRunning = true
        keep()
          .then(onTaken)
          .catch((error: unknown) => log.error({ err: error }, 'could not renew the jobs of this node'))
          .finally(() => {
            isRunning = false
          })
      }, KEEP_EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
