import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Ownership } from '../../platform/db/data-dir-owner.ts'
import type { CommandQueue } from './command-queue.ts'
import { encode, type Reply, Request, receive, send } from './messages.ts'

const SOCKET_FILE = 'commands.sock'
/** Maximum length of a socket path on every system, including the final NUL: macOS has 104, Linux 108. */
const PATH_MAX_BYTES = 103
const REQUEST_WITHIN_MS = 5000
/** Time limit for clients to read the last responses when the process ends. */
const READ_WITHIN_MS = 1000
const CONNECTIONS_MAX = 600
/** Umask that allows access only by the server's account and root. */
const FOR_OTHERS_NOTHING = 0o177

type Asked = Extract<Request, { run: unknown }>

export interface CommandServer {
  /** Accepts no more commands and ends those already accepted. */
  close(): Promise<void>
}

type OpenQueue = () => Promise<CommandQueue | undefined>

/**
 * Accepts operator commands on a socket in the data directory that this process owns.
 * @param open called at the first command, because servers rarely need the commands' code
 * @throws if the socket cannot be created
 */
export async function serveCommands(open: () => Promise<CommandQueue>, ownership: Ownership): Promise<CommandServer> {
  let queue: Promise<CommandQueue> | undefined
  let isClosing = false
  const openQueue: OpenQueue = async () => {
    if (!isClosing) queue ??= open()
    return queue
  }
  const connections = new Set<Socket>()
  const answers = new Set<Promise<void>>()
  const server = createServer((socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    const answer = converse(socket, openQueue)
    answers.add(answer)
    answer.finally(() => answers.delete(answer))
  })
  server.maxConnections = CONNECTIONS_MAX
  const { address, remove } = await listen(server, ownership.dataDir)
  // Other processes may see the directory under another path.
  const isInside = path.dirname(address) === ownership.dataDir
  ownership.publish({ socket: isInside ? path.basename(address) : address })
  return {
    async close() {
      isClosing = true
      ownership.publish({ socket: undefined, isStopping: true })
      const closed = new Promise((resolve) => server.close(resolve))
      remove()
      // Connected clients without a command are not waiting for anything.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      await queue?.then((opened) => opened.close()).catch(() => {})
      await Promise.all(answers)
      const timer = setTimeout(() => {
        for (const socket of connections) socket.destroy()
      }, READ_WITHIN_MS)
      await closed
      clearTimeout(timer)
    },
  }
}

/** Handles one command per connection. Resolves once the response is written, or when there is none to write. */
async function converse(socket: Socket, openQueue: OpenQueue): Promise<void> {
  const gone = new AbortController()
  socket.on('error', () => {})
  socket.setTimeout(REQUEST_WITHIN_MS, () => socket.destroy())
  const asked = await new Promise<Asked | undefined>((resolve) => {
    let isAsked = false
    socket.once('close', () => {
      gone.abort()
      resolve(undefined)
    })
    receive(socket, Request, (request) => {
      if ('cancel' in request) gone.abort()
      else if (isAsked) socket.destroy()
      else resolve(request)
      isAsked = true
    })
  })
  if (!asked) return
  socket.setTimeout(0)
  const reply = await carryOut(socket, openQueue, asked, gone.signal).catch(() => undefined)
  if (reply && socket.writable) socket.end(encode(reply))
  else socket.destroy()
}

async function carryOut(
  socket: Socket,
  openQueue: OpenQueue,
  { run, isTerminal, folder }: Asked,
  signal: AbortSignal,
): Promise<Reply> {
  const io = {
    isTerminal,
    folder,
    signal,
    print: (line: string) => send(socket, { print: line }),
    complain: (line: string) => send(socket, { complain: line }),
    showProgress(line: string) {
      // Skip progress under backpressure: the next line replaces this one.
      if (!socket.writableNeedDrain) send(socket, { progress: line })
    },
  }
  const queue = await openQueue()
  if (!queue) return { notBegun: true }
  const outcome = await queue.run(run, io, () => send(socket, { begun: true }))
  return outcome === 'not begun' ? { notBegun: true } : { exit: outcome }
}

/** Listens in the data directory. If that path is too long or does not support sockets, uses a new private folder. */
async function listen(server: Server, dataDir: string): Promise<{ address: string; remove(): void }> {
  if (process.platform === 'win32') {
    const address = `\\\\.\\pipe\\memeroom-${randomUUID()}`
    await listenAt(server, address)
    return { address, remove() {} }
  }
  const address = path.join(dataDir, SOCKET_FILE)
  // A leftover of a killed process, since this process owns the directory.
  rmSync(address, { force: true })
  const isHere =
    Buffer.byteLength(address) <= PATH_MAX_BYTES &&
    (await listenAt(server, address).then(
      () => true,
      () => false,
    ))
  if (isHere) return { address, remove: () => rmSync(address, { force: true }) }
  const folder = mkdtempSync(path.join(tmpdir(), 'memeroom-'))
  const elsewhere = path.join(folder, SOCKET_FILE)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await listenAt(server, elsewhere)
  } catch (error) {
    remove()
    throw error
  }
  return { address: elsewhere, remove }
}

function listenAt(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // The umask must be set while the socket file is created, which happens before `listen` returns.
    const before = process.umask(FOR_OTHERS_NOTHING)
    try {
      server.listen(address, () => {
        server.off('error', reject)
        resolve()
      })
    } finally {
      process.umask(before)
    }
  })
}
