import type { Engine } from '../db/engine.ts'
import type { JobLog } from './retrying-executor.ts'

const DUE = `/*prepared*/ select distinct name from jobs.job where state < 'active' and not blocked and start_after <= now()`

/**
 * Polls for kinds with jobs that have become due after a delay or a failure. Uses one statement for all kinds: one for each of
 * some thirty took two percent of a processor on an idle site.
 * @returns `look` looks at once
 */
export function watchDueJobs(
  executeSql: Engine['executeSql'],
  everyMs: number,
  onDue: (names: string[]) => void,
  log: Pick<JobLog, 'error'>,
) {
  const look = async () => {
    const { rows } = await executeSql(DUE)
    onDue(rows.map((row) => String(row.name)))
  }
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    look()
      .catch((error: unknown) => log.error({ err: error }, 'could not check for due jobs'))
      .finally(() => {
        isRunning = false
      })
  }, everyMs).unref()
  return { look, stop: () => clearInterval(timer) }
}
