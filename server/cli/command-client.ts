import { connect } from 'node:net'
import type { CommandIo } from './command.ts'
import { encode, Reply, type Request, receive, send } from './messages.ts'

/** How long a cancelled command may take to end its step. */
const CANCEL_MS = 10_000

/**
 * Has the process at `address` run a command.
 * @returns its exit code; or that it was not begun, and may be asked for again
 * @throws with one line when it is not known how the command ended
 */
export function runRemotely(address: string, words: string[], io: CommandIo): Promise<number | 'not begun'> {
  const request = encode({ run: words, isTerminal: io.isTerminal } satisfies Request)
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    let hasBegun = false
    let timer: NodeJS.Timeout | undefined
    const cancel = () => {
      send(socket, { cancel: true })
      timer = setTimeout(() => {
        reject(new Error('it goes on in the other process, which did not end it when asked'))
        socket.destroy()
      }, CANCEL_MS)
    }
    io.signal.addEventListener('abort', cancel)
    socket.once('connect', () => socket.write(request))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES' || error.code === 'EPERM')
        reject(new Error(`${address} may be used by the account of the running process alone`))
    })
    socket.once('close', () => {
      clearTimeout(timer)
      io.signal.removeEventListener('abort', cancel)
      if (!hasBegun) resolve('not begun')
      reject(new Error('the running process ended in the middle of the command, which may have been done or not'))
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
