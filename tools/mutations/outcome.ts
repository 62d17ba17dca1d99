/** How a run of tests ended. */
export interface Ended {
  status: number | null
  signal: string | null
  output: string
}

export interface Outcome {
  outcome: 'caught' | 'survived' | 'unknown'
  /** Why the outcome is unknown. */
  why?: string
}

/** A slow machine also fails tests: a test or hook that takes too long proves nothing about the rule. */
const TIMED_OUT = /(?:Test|Hook) timed out in \d+ms/

/** Judges a mutation by its tests without and with it. Does not run the tests with it if they fail without it. */
export function outcomeOf(without: Ended, runWith: () => Ended): Outcome {
  if (without.status !== 0) return { outcome: 'unknown', why: 'its tests fail without it' }
  const { status, signal, output } = runWith()
  if (status === 0) return { outcome: 'survived' }
  if (signal !== null || status === null) return { outcome: 'unknown', why: 'its tests did not end' }
  if (!output.includes('AssertionError') && TIMED_OUT.test(output))
    return { outcome: 'unknown', why: 'its tests timed out' }
  return { outcome: 'caught' }
}
