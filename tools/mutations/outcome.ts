/** The result of a test run. */
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

/**
 * Judges a mutation by its test files, one after another until one catches it. Runs a file again if it timed out.
 * @param isSound whether a file passes without the mutation; the others are not run
 */
export function outcomeOf(
  tests: readonly string[],
  isSound: (file: string) => boolean,
  run: (file: string) => Ended,
): Outcome {
  const unknown: string[] = []
  for (const file of tests) {
    const why = isSound(file) ? judge(file, run) : `${file} fails without it`
    if (why === 'caught') return { outcome: 'caught' }
    if (why !== 'survived') unknown.push(why)
  }
  return unknown.length > 0 ? { outcome: 'unknown', why: unknown.join(', ') } : { outcome: 'survived' }
}

/** Returns `caught`, `survived`, or why neither is certain. */
function judge(file: string, run: (file: string) => Ended): string {
  const first = read(file, run(file))
  return first === 'caught' || first === 'survived' ? first : read(file, run(file))
}

function read(file: string, { status, signal, output }: Ended): string {
  if (status === 0) return 'survived'
  if (signal !== null || status === null) return `${file} did not end`
  if (!output.includes('AssertionError') && TIMED_OUT.test(output)) return `${file} timed out`
  return 'caught'
}
