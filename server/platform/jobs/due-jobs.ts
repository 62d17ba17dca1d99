import type { Engine } from '../db/engine.ts'

const DUE = `/*prepared*/ select distinct name from jobs.job where state < 'active' and not blocked and start_after <= now()`

/**
 * Looks regularly for kinds with jobs that have become due: those that were to wait, for a time or after a failure. One statement for
 * all kinds, since one for each of some thirty took two per cent of a processor on a site where nothing happened.
 * @returns ends it
 */
export function watchDueJobs(
  executeSql: Engine['executeSql'],
  everyMs: number,
  onDue: (names: string[]) => void,
  log: { error(object: unknown, message: string): void },
): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    executeSql(DUE)
      .then(({ rows }) => onDue(rows.map((row) => String(row.name))))
      .catch((error: unknown) => log.error({ err: error }, 'could not look for jobs that are due'))
      .finally(() => {
        isRunning = false
      })
  }, everyMs).unref()
  return () => clearInterval(timer)
}
