import type { OpenedDeps } from '#server/open-deps.ts'
import { runCommand } from '#server/ops/cli/run-command.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Runs an operator command on the database of a test; returns its exit code and output. */
export const operate = (deps: Deps, ...words: string[]) => operateUntil(new AbortController().signal, deps, ...words)

/** Like `operate`; the signal is that of Ctrl-C. */
export async function operateUntil(
  signal: AbortSignal,
  deps: Deps,
  ...words: string[]
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  const io = { print: add, complain: add, showProgress() {}, isTerminal: false, signal }
  return { code: await runCommand({ deps } as OpenedDeps, words, io), lines }
}
