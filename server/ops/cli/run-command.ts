import type { OpenedDeps } from '../../open-deps.ts'
import type { Command, CommandIo } from './command.ts'
import { commands } from './commands.ts'
import { failureLine } from './terminal-io.ts'

export function findCommand(name: string): Command | undefined {
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
    io.complain(failureLine(name, error))
    return 1
  }
}

export function unknownCommand(name: string): string {
  return `memeroom: there is no command "${name}"; npm run cli lists them`
}
