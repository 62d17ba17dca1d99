import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../db/engine.ts'
import { isServiceDown, lineOf } from '../unavailable.ts'

const TRY_EVERY_MS = 500

export interface PatientExecutor {
  executeSql: Engine['executeSql']
  /** From now on a statement waits for the database; before, it fails. */
  begin(): void
  /** What waits fails now. */
  stop(): void
}

/**
 * Statements of the job queue wait while the database is down, so that what a job has done is written down when it is back,
 * and is not done twice. All of them may run twice: one whose fate is unknown changes nothing the second time, or takes a job
 * that nobody then works on, which goes back by itself.
 */
export function createPatientExecutor(
  engine: Pick<Engine, 'executeSql'>,
  log: { info(object: unknown, message: string): void; error(object: unknown, message: string): void },
): PatientExecutor {
  let isPatient = false
  let isDown = false
  return {
    async executeSql(text, values) {
      for (;;) {
        try {
          const result = await engine.executeSql(text, values)
          if (isDown) log.info({}, 'the database answers again: jobs go on')
          isDown = false
          return result
        } catch (error) {
          if (!isPatient || !isServiceDown(error)) throw error
          if (!isDown) log.error({ reason: lineOf(error) }, 'the database does not answer: jobs wait for it')
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
