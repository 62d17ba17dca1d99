import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../db/engine.ts'
import { isServiceDown, lineOf } from '../unavailable.ts'

const TRY_EVERY_MS = 500

export interface RetryingExecutor {
  executeSql: Engine['executeSql']
  /** From now on, statements wait while the database is down; before, they fail. */
  begin(): void
  /** Fails waiting statements. */
  stop(): void
}

export interface JobLog {
  info(object: unknown, message: string): void
  error(object: unknown, message: string): void
}

/**
 * Makes the job queue's statements wait while the database is down, so that a finished job is recorded once it is back and does
 * not run twice. All of these statements are safe to retry: a repeated one changes nothing, or claims a job that no worker
 * runs, which is requeued automatically.
 */
export function createRetryingExecutor(engine: Pick<Engine, 'executeSql'>, log: JobLog): RetryingExecutor {
  let isPatient = false
  let isDown = false
  return {
    async executeSql(text, values) {
      for (;;) {
        try {
          const result = await engine.executeSql(text, values)
          if (isDown) log.info({}, 'the database is back: jobs continue')
          isDown = false
          return result
        } catch (error) {
          if (!isPatient || !isServiceDown(error)) throw error
          if (!isDown) log.error({ reason: lineOf(error) }, 'the database is unreachable: jobs are waiting')
          isDown = true
          await sleep(TRY_EVERY_MS)
        }
      }
    },
    begin() {
      isPatient = true
    },
    stop() {
      isPatient = false
    },
  }
}
