import type { OpenedDeps } from '../../open-deps.ts'

/** A command's only input and output, since it may run in another process than its terminal. */
export interface CommandIo {
  /** A line of output. */
  print(line: string): void
  /** An error line. */
  complain(line: string): void
  /** Progress; on a terminal each line replaces the previous one. Not shown elsewhere. */
  showProgress(line: string): void
  /** Whether the output is a terminal. */
  isTerminal: boolean
  /** Where the command was typed; relative paths are from there. Default: this process's own. */
  folder?: string | undefined
  /** Aborted when the client has gone; a long-running command then stops at its next step. */
  signal: AbortSignal
}

/** An operator command; returns the exit code. */
export interface Command {
  usage: string
  what: string
  /** Whether it takes minutes with these arguments and can be stopped. Others are short and run to completion. */
  isLong?: (args: string[]) => boolean
  run(opened: OpenedDeps, args: string[], io: CommandIo): Promise<number>
}
