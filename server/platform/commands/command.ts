/** A command's only input and output, since it may run in a different process than its terminal. */
export interface CommandIo {
  /** Prints an output line. */
  print(line: string): void
  /** Prints an error line. */
  complain(line: string): void
  /** Shows progress; on a terminal each line replaces the previous one. Not shown elsewhere. */
  showProgress(line: string): void
  /** True if the output is a terminal. */
  isTerminal: boolean
  /** Folder where the command was typed; relative paths resolve against it. Default: this process's working directory. */
  folder?: string | undefined
  /** Aborted when the client disconnects; a long-running command then stops at its next step. */
  signal: AbortSignal
}

/** Thrown by a command for arguments that it does not accept; its usage is then printed. */
export class UsageError extends Error {}

/** An operator command. `Context` has the opened database and its other dependencies. */
export interface Command<Context> {
  usage: string
  what: string
  /**
   * Returns true if the command takes minutes with these arguments and can be stopped. Other commands are short and run to completion.
   */
  isLong?: (args: string[]) => boolean
  /** Returns the exit code. */
  run(context: Context, args: string[], io: CommandIo): Promise<number>
}
