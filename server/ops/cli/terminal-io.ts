import type { CommandIo } from '../../platform/commands/command.ts'
import { withoutControls } from '../../platform/commands/one-line.ts'
import { callingFolder } from '../../platform/config/config.ts'

const CLEAR_TO_END = '\u001b[K'

/** Prints a command's lines to this process's output. */
export function terminalIo(signal: AbortSignal): CommandIo {
  const isTerminal = process.stdout.isTTY === true
  let hasProgress = false
  const endProgress = () => {
    if (hasProgress) process.stdout.write('\n')
    hasProgress = false
  }
  return {
    isTerminal,
    folder: callingFolder(),
    signal,
    print(line) {
      endProgress()
      process.stdout.write(`${withoutControls(line)}\n`)
    },
    complain(line) {
      endProgress()
      process.stderr.write(`${withoutControls(line)}\n`)
    },
    showProgress(line) {
      if (!isTerminal) return
      hasProgress = true
      process.stdout.write(`\r${withoutControls(line)}${CLEAR_TO_END}`)
    },
  }
}

export function failureLine(name: string, error: unknown): string {
  return `memeroom ${name}: ${String((error as Error | null)?.message ?? error).split('\n')[0]}`
}
