import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedDeps } from '../../open-deps.ts'
import type { CommandIo } from '../../platform/commands/command.ts'
import { type Ownership, ownDataDir } from '../../platform/db/data-dir-owner.ts'
import { runRemotely } from './command-client.ts'
import { CommandQueue } from './command-queue.ts'
import { type CommandServer, serveCommands } from './command-server.ts'

type Run = (words: string[], io: CommandIo) => Promise<number>

let dataDir: string
let ownership: Ownership
let run: Run
let server: CommandServer
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-commands-'))
  ownership = await ownDataDir(dataDir, { command: 'test' })
  // A socket left by a killed process.
  await writeFile(path.join(dataDir, 'commands.sock'), '')
  const queue = new CommandQueue({} as OpenedDeps, (_opened, words, io) => run(words, io))
  server = await serveCommands(async () => queue, ownership)
})
afterEach(async () => {
  await server.close()
  ownership.release()
  await rm(dataDir, { recursive: true, force: true })
})

const address = () => path.join(dataDir, 'commands.sock')

function ask(words: string[], stop = new AbortController()) {
  const lines: string[] = []
  const io: CommandIo = {
    print: (line) => lines.push(`out ${line}`),
    complain: (line) => lines.push(`err ${line}`),
    showProgress: (line) => lines.push(`at ${line}`),
    isTerminal: true,
    signal: stop.signal,
  }
  return { lines, stop, outcome: runRemotely(address(), words, io) }
}

test('returns lines, progress and the exit code on a socket for its own account only', async () => {
  run = async (words, io) => {
    io.print(`${words.join('|')} ${io.isTerminal}`)
    io.showProgress('half')
    io.complain('no')
    return 3
  }
  const { lines, outcome } = ask(['meme', 'remove', 'x y', 'ế\n'])
  expect([await outcome, lines]).toEqual([3, ['out meme|remove|x y|ế\n true', 'at half', 'err no']])
  expect((await stat(address())).mode & 0o777).toBe(0o600)
})

test('a command is stopped by its client or when the client disconnects', async () => {
  const stopped: string[] = []
  let begun = () => {}
  run = (words, io) =>
    new Promise((resolve) => {
      io.signal.addEventListener('abort', () => {
        stopped.push(words.join(' '))
        resolve(1)
      })
      begun()
    })
  const started = () =>
    new Promise<void>((resolve) => {
      begun = resolve
    })
  let isRunning = started()
  const first = ask(['reindex', '1'])
  await isRunning
  first.stop.abort()
  expect(await first.outcome).toBe(1)

  isRunning = started()
  const socket = connect(address())
  socket.write(`${JSON.stringify({ run: ['reindex', '2'], isTerminal: false })}\n`)
  await isRunning
  socket.destroy()
  await expect.poll(() => stopped).toEqual(['reindex 1', 'reindex 2'])
})

test('closes a connection that sends invalid data, too much, or a second command', async () => {
  run = () => new Promise(() => {})
  const endOf = (text: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(address())
      socket.on('error', () => {})
      socket.once('close', () => resolve(true))
      socket.write(text)
    })
  expect(await endOf('nonsense\n')).toBe(true)
  expect(await endOf('{"run":[]}\n')).toBe(true)
  expect(await endOf('x'.repeat(1_100_000))).toBe(true)
  const request = `${JSON.stringify({ run: ['nonsense'], isTerminal: false })}\n`
  run = (_words, io) => new Promise((resolve) => io.signal.addEventListener('abort', () => resolve(1)))
  expect(await endOf(request + request)).toBe(true)
  expect(() => ask(['x'.repeat(1_100_000)])).toThrow('more than')
})

test('closing lets running commands answer, refuses waiting ones, and removes the socket', async () => {
  let end = (_code: number) => {}
  let begun = () => {}
  const isRunning = new Promise<void>((resolve) => {
    begun = resolve
  })
  run = () => {
    begun()
    return new Promise((resolve) => {
      end = resolve
    })
  }
  const first = ask(['user', '1'])
  await isRunning
  const closed = server.close()
  expect(await ask(['user', '2']).outcome).toBe('not begun')
  end(0)
  expect(await first.outcome).toBe(0)
  await closed
  expect((await readdir(dataDir)).filter((name) => name.endsWith('.sock'))).toEqual([])
})
