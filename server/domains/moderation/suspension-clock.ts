import type { Deps } from '#server/platform/deps.ts'
import { liftEndedSuspensions } from './decide-users.ts'
import { findNextEnd } from './desk-people-queries.ts'
import type { ModerationDeps } from './moderate.ts'

/** After a failure, requests go on without waiting for so long. */
const RETRY_MS = 1000

/**
 * Ends suspensions on time: a node knows when the next one ends, and the first request after that waits until its effects are
 * undone. So everything that this node answers is right by the clock, not only from the next run of the job on.
 */
export function createSuspensionClock(deps: ModerationDeps & Pick<Deps, 'log'>) {
  const ending = new AbortController()
  let nextAt = Number.POSITIVE_INFINITY
  let reading: Promise<void> | undefined
  let isOutOfDate = false
  let lifting: Promise<void> | undefined

  /** Reads when the next suspension ends; called when one has begun or ended on any node. */
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

    /** Before a request is answered. */
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
