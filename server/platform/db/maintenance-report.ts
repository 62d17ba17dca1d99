import type { CountedTable } from './maintenance-rules.ts'

export const STEP_KINDS = ['vacuum', 'prune', 'analyze', 'rebuild', 'checkpoint'] as const
export type StepKind = (typeof STEP_KINDS)[number]

interface Steps {
  count: number
  totalMs: number
  longestMs: number
  /** The longest statement's text. */
  longest: string
  lastAt: Date | undefined
}

/** The work of maintenance since the process started, and the latest state of the tables. */
export interface MaintenanceReport {
  steps: Record<StepKind, Steps>
  /** The longest wait caused by a maintenance statement, in milliseconds. */
  longestBlockedMs: number
  /** Write-ahead log bytes since the last checkpoint. */
  logBytes: number
  tables: CountedTable[]
  /** Tables that need a vacuum or an analyze. */
  due: CountedTable[]
  isStarted: boolean
}

export function createReport(): MaintenanceReport {
  const none = () => ({ count: 0, totalMs: 0, longestMs: 0, longest: '', lastAt: undefined })
  return {
    steps: { vacuum: none(), prune: none(), analyze: none(), rebuild: none(), checkpoint: none() },
    longestBlockedMs: 0,
    logBytes: 0,
    tables: [],
    due: [],
    isStarted: false,
  }
}

export function note(
  report: MaintenanceReport,
  kind: StepKind,
  { statement, ms, blockedMs }: { statement: string; ms: number; blockedMs: number },
): void {
  const step = report.steps[kind]
  step.count += 1
  step.totalMs += ms
  if (ms >= step.longestMs) {
    step.longestMs = ms
    step.longest = statement
  }
  step.lastAt = new Date()
  report.longestBlockedMs = Math.max(report.longestBlockedMs, blockedMs)
}
