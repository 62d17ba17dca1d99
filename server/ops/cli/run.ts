import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandIo } from '../../platform/commands/command.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { DataDirOwnedError, type Ownership, ownDataDir } from '../../platform/db/data-dir-owner.ts'
import { closeDataDir } from '../data-directory/private-files.ts'
import { runRemotely } from './command-client.ts'
import { failureLine, terminalIo } from './terminal-io.ts'

/** Time limit for a server to start or stop while a command waits. */
const OWNER_WAIT_MS = 20_000
const OWNER_RETRY_MS = 100

/**
 * `npm run cli -- COMMAND …`: operator commands. If another process owns the embedded database, that process runs them;
 * otherwise this one opens the database. Exits with 0, or with 1 and one line.
 */
export async function run(words: string[]): Promise<number> {
  const [name = ''] = words
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  const io = terminalIo(stop.signal)
  if (name === '' || name === 'help') return listCommands(io)
  try {
    return await runSomewhere(readConfig(), words, io)
  } catch (error) {
    io.complain(failureLine(name, error))
    return 1
  }
}

async function runSomewhere(config: Config, words: string[], io: CommandIo): Promise<number> {
  if (config.databaseUrl !== undefined) return runHere(config, words, io)
  const began = performance.now()
  for (;;) {
    const owned = await ownDataDir(config.dataDir, { command: words.join(' ') }).catch((error: unknown) => {
      if (error instanceof DataDirOwnedError) return error
      throw error
    })
    if (!(owned instanceof DataDirOwnedError)) return runHere(config, words, io, owned)
    const socket = owned.owner?.socket
    const outcome =
      socket === undefined ? 'not begun' : await runRemotely(path.resolve(config.dataDir, socket), words, io)
    if (outcome !== 'not begun') return outcome
    if (io.signal.aborted) throw new Error('stopped before it began')
    // The owner is starting or stopping, so retry shortly.
    if (performance.now() - began > OWNER_WAIT_MS) throw new Error(`${owned.message}; it takes no commands`)
    await sleep(OWNER_RETRY_MS)
  }
}

/** Opens everything in this process, which meanwhile also runs commands of other processes. */
async function runHere(config: Config, words: string[], io: CommandIo, ownership?: Ownership): Promise<number> {
  const { findCommand, unknownCommand } = await import('./run-command.ts')
  const [name = ''] = words
  if (!findCommand(name)) {
    io.complain(unknownCommand(name))
    return 1
  }
  const [{ openDeps, closeDeps }, { CommandQueue }, { serveCommands }] = await Promise.all([
    import('../../open-deps.ts'),
    import('./command-queue.ts'),
    import('./command-server.ts'),
  ])
  const opened = await openDeps(config, { ownership })
  const queue = new CommandQueue({ ...opened, deps: opened.jobDeps })
  // Without a socket, other commands must wait.
  const server = ownership && (await serveCommands(async () => queue, ownership).catch(() => undefined))
  const outcome = await queue.run(words, io)
  await server?.close()
  await closeDeps(opened)
  // The embedded engine creates some of its files readable by everyone.
  await closeDataDir(config.dataDir)
  if (outcome === 'not begun') throw new Error('stopped before it began')
  return outcome
}

async function listCommands(io: CommandIo): Promise<number> {
  const { commands } = await import('./commands.ts')
  io.print('Commands:')
  for (const [name, { usage, what }] of Object.entries(commands)) {
    io.print(`  ${name} ${usage}`.trimEnd())
    io.print(`      ${what}`)
  }
  return 0
}
