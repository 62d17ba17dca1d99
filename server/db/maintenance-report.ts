import type { CountedTable } from './maintenance-rules.ts'

export const STEP_KINDS = ['vacuum', 'prune', 'analyze', 'rebuild', 'checkpoint'] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** What maintenance has done since the process began, and what it last saw. */
export interface MaintenanceReport {
  steps: Record<StepKind, { count: number; totalMs: number; longestMs: number; lastAt: Date | undefined }>
  /** The longest that anybody has waited for one of its statements. */
  longestHeldUpMs: number
  /** Bytes of the write-ahead log since the last checkpoint. */
  logBytes: number
  tables: CountedTable[]
  /** Those that are to be vacuumed or analyzed. */
  due: CountedTable[]
  isStarted: boolean
}

export function createReport(): MaintenanceReport {
  const none = () => ({ count: 0, totalMs: 0, longestMs: 0, lastAt: undefined })
  return {
    steps: { vacuum: none(), prune: none(), analyze: none(), rebuild: none(), checkpoint: none() },
    longestHeldUpMs: 0,
    logBytes: 0,
    tables: [],
    due: [],
    isStarted: false,
  }
}

export function note(report: MaintenanceReport, kind: StepKind, ms: number, heldUpMs: number): void {
  const step = report.steps[kind]
  step.count += 1
  step.totalMs += ms
  step.longestMs = Math.max(step.longestMs, ms)
  step.lastAt = new Date()
  report.longestHeldUpMs = Math.max(report.longestHeldUpMs, heldUpMs)
}
