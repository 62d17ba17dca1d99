import type { Deps } from '#server/platform/deps.ts'
import { liftEndedSuspensions } from './decide-users.ts'
import { findNextEnd } from './desk-people-queries.ts'
import type { ModerationDeps } from './moderate.ts'

/** After a failure, requests proceed without waiting for this long. */
const RETRY_MS = 1000

/**
 * Ends suspensions on time. Each node stores when the next one ends; the first request after that time waits until the suspension
 * is lifted. Responses of this node are therefore correct by the clock, not only after the next run of the job.
 */
export function createSuspensionClock(deps: ModerationDeps & Pick<Deps, 'log'>) {
  const ending = new AbortController()
  let nextAt = Number.POSITIVE_INFINITY
  let reading: Promise<void> | undefined
  let isOutOfDate = false
  let lifting: Promise<void> | undefined

  /** Reads when the next suspension ends. Called when a suspension begins or ends on any node. */
  async function readAgain(): Promise<void> {
    isOutOfDate = true
    reading ??= readWhileOutOfDate().finally(() => {
      reading = undefined
    })
    await reading
  }

  async function readWhileOutOfDate(): Promise<void> {
    while (isOutOfDate) {
      isOutOfDate = false
      nextAt = (await findNextEnd(deps.db))?.getTime() ?? Number.POSITIVE_INFINITY
    }
  }

  async function lift(): Promise<void> {
    try {
      await liftEndedSuspensions(deps, ending.signal)
      await readAgain()
    } catch (error) {
      nextAt = Date.now() + RETRY_MS
      deps.log.warn({ err: error }, 'could not end a suspension')
    }
  }

  return {
    readAgain: () => readAgain().catch((error) => deps.log.warn({ err: error }, 'could not read when suspensions end')),

    /** Lifts due suspensions; called before each request is answered. */
    async settle(): Promise<void> {
      if (nextAt > Date.now()) return
      lifting ??= lift().finally(() => {
        lifting = undefined
      })
      await lifting
    },

    async close(): Promise<void> {
      ending.abort()
      await lifting
    },
  }
}
