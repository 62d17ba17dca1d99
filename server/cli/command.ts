import type { OpenedDeps } from '../open-deps.ts'

/** An operator's command; answers the exit code. */
export interface Command {
  usage: string
  what: string
  run(opened: OpenedDeps, args: string[]): Promise<number>
}
