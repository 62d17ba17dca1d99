import type { Engine } from '../db/engine.ts'

/** A node says so often that it still works on its jobs. */
const KEEP_EVERY_MS = 1500
/** A job of which nobody has said so for longer belongs to a node that is gone. */
const SILENT_SECONDS = 6
/** So often beyond its own tries a job may run again whose process died with it: one that kills every process ends. */
const DEATHS_MAX = 5

const KEEP = `update jobs.job set heartbeat_on = now()
  where state = 'active' and (name, id) in (select * from unnest($1::text[], $2::uuid[]))`
const TAKE_OVER = `update jobs.job set state = 'retry', start_after = now()
  where state = 'active' and heartbeat_on <= now() - make_interval(secs => $1) and retry_count < retry_limit + $2
  returning name`
const FIND_INDEX = `select to_regclass('jobs.job_active') is not null as found`
// Nodes that start together make it one after another: "if not exists" alone lets two of them try.
const MAKE_INDEX = `select pg_advisory_xact_lock(hashtext('memeroom job_active'));
  create index if not exists job_active on jobs.job (heartbeat_on) where state = 'active'`

export interface HeldJobs {
  /** Notes that this node works on a job, until `done` is called. */
  hold(job: { name: string; id: string }): { done(): void }
  /** Begins to say so, and to take over what others have let go. `onTaken` hears which kinds have work again. */
  start(onTaken: (names: string[]) => void): Promise<void>
  stop(): void
}

/**
 * Which jobs are being worked on, by the word of those who do. What a process held when it was killed goes back to the queue:
 * at once with the embedded engine, which has one process; else within seconds, by any node. While the database is down nobody
 * can give their word, so that nothing is taken over before it has answered without a break for that long.
 */
export function createHeldJobs(
  engine: Pick<Engine, 'kind' | 'executeSql' | 'answeringForMs'>,
  log: { error(object: unknown, message: string): void },
): HeldJobs {
  const held = new Map<string, { name: string; id: string }>()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false

  const takeOver = async (silentSeconds: number) => {
    const { rows } = await engine.executeSql(TAKE_OVER, [silentSeconds, DEATHS_MAX])
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
          .catch((error: unknown) => log.error({ err: error }, 'jobs of this node'))
          .finally(() => {
            isRunning = false
          })
      }, KEEP_EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
