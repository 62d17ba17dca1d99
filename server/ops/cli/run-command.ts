import type { OpenedDeps } from '../../open-deps.ts'
import { type Command, type CommandIo, UsageError } from '../../platform/commands/command.ts'
import { commands } from './commands.ts'
import { failureLine } from './terminal-io.ts'

export function findCommand(name: string): Command<OpenedDeps> | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** Runs one command; reports an error as one line and exit code 1. */
export async function runCommand(opened: OpenedDeps, words: string[], io: CommandIo): Promise<number> {
  const [name = '', ...args] = words
  const command = findCommand(name)
  if (!command) {
    io.complain(unknownCommand(name))
    return 1
  }
  try {
    return await command.run(opened, args, io)
  } catch (error) {
    io.complain(isWrongUse(error) ? `usage: ${name} ${command.usage}` : failureLine(name, error))
    return 1
  }
}

/** Includes the errors of `parseArgs` of Node.js: unknown options, and options without their value. */
function isWrongUse(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS_')
}

export function unknownCommand(name: string): string {
  return `memeroom: there is no command "${name}"; help lists them`
}
