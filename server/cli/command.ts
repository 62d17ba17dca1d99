import type { OpenedDeps } from '../open-deps.ts'

/** Where a command runs and where its lines are read may be two processes: it writes and listens through this alone. */
export interface CommandIo {
  /** A line of the answer. */
  print(line: string): void
  /** A line that says why it was not done. */
  complain(line: string): void
  /** How far it is; each replaces the one before, on a terminal. Elsewhere nothing is shown. */
  showProgress(line: string): void
  /** Whether a person at a terminal reads it. */
  isTerminal: boolean
  /** Aborted when nobody waits for the command any more; a long one then stops at its next step. */
  signal: AbortSignal
}

/** An operator's command; answers the exit code. */
export interface Command {
  usage: string
  what: string
  /** With these words it takes minutes, and stops when asked to. Others are short and run to their end. */
  isLong?: (args: string[]) => boolean
  run(opened: OpenedDeps, args: string[], io: CommandIo): Promise<number>
}
