import { connect } from 'node:net'
import type { CommandIo } from '../../platform/commands/command.ts'
import { yieldMemory } from '../../platform/yield-memory.ts'
import { encode, Reply, type Request, receive, send } from './messages.ts'

/** Time limit for a canceled command to finish its current step. */
const CANCEL_MS = 10_000

/**
 * Runs a command in the process at `address`.
 * @returns its exit code, or 'not begun' if it was not started and may be retried
 * @throws a one-line error if the outcome of the command is unknown
 */
export function runRemotely(address: string, words: string[], io: CommandIo): Promise<number | 'not begun'> {
  yieldMemory()
  const request = encode({ run: words, isTerminal: io.isTerminal, folder: io.folder } satisfies Request)
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    let hasBegun = false
    let timer: NodeJS.Timeout | undefined
    const cancel = () => {
      send(socket, { cancel: true })
      timer = setTimeout(() => {
        reject(new Error('the other process did not stop it in time; it is still running there'))
        socket.destroy()
      }, CANCEL_MS)
    }
    io.signal.addEventListener('abort', cancel)
    socket.once('connect', () => socket.write(request))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES' || error.code === 'EPERM')
        reject(new Error(`${address} can only be used by the account of the running process`))
    })
    socket.once('close', () => {
      clearTimeout(timer)
      io.signal.removeEventListener('abort', cancel)
      if (!hasBegun) resolve('not begun')
      reject(new Error('the running process ended during the command; it may or may not have completed'))
    })
    receive(socket, Reply, (reply) => {
      if ('begun' in reply) hasBegun = true
      else if ('print' in reply) io.print(reply.print)
      else if ('complain' in reply) io.complain(reply.complain)
      else if ('progress' in reply) io.showProgress(reply.progress)
      else resolve('exit' in reply ? reply.exit : 'not begun')
    })
  })
}
