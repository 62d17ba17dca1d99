import type { Socket } from 'node:net'
import * as z from 'zod'

// Messages on the command socket: one JSON object per line, in both directions.

const LINE_MAX_BYTES = 1024 * 1024
/** Maximum unread bytes before a client is disconnected. */
const UNREAD_MAX_BYTES = 4 * LINE_MAX_BYTES

/** A client's message: the command, then optionally its cancellation. */
export const Request = z.union([
  z.object({ run: z.array(z.string()).min(1).max(1000), isTerminal: z.boolean(), folder: z.string().optional() }),
  z.object({ cancel: z.literal(true) }),
])
export type Request = z.infer<typeof Request>

/**
 * The server's messages: `begun`, then lines, then the exit code; or only `notBegun`, which means retry, since the owner of the
 * data directory may change.
 */
export const Reply = z.union([
  z.object({ begun: z.literal(true) }),
  z.object({ print: z.string() }),
  z.object({ complain: z.string() }),
  z.object({ progress: z.string() }),
  z.object({ exit: z.int() }),
  z.object({ notBegun: z.literal(true) }),
])
export type Reply = z.infer<typeof Reply>

export function send(socket: Socket, message: Request | Reply): void {
  if (!socket.writable) return
  socket.write(encode(message))
  if (socket.writableLength > UNREAD_MAX_BYTES) socket.destroy()
}

/** @throws if it exceeds the size limit */
export function encode(message: Request | Reply): string {
  const line = `${JSON.stringify(message)}\n`
  if (Buffer.byteLength(line) > LINE_MAX_BYTES) throw new Error(`more than ${LINE_MAX_BYTES} bytes in one line`)
  return line
}

/** Calls `onMessage` with each message. An invalid or overlong message closes the connection. */
export function receive<Message>(
  socket: Socket,
  schema: z.ZodType<Message>,
  onMessage: (message: Message) => void,
): void {
  let rest = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const message = parse(schema, line)
      if (message === undefined || socket.destroyed) {
        socket.destroy()
        return
      }
      onMessage(message)
    }
    if (rest.length > LINE_MAX_BYTES) socket.destroy()
  })
}

function parse<Message>(schema: z.ZodType<Message>, line: string): Message | undefined {
  if (line.length > LINE_MAX_BYTES) return undefined
  try {
    return schema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
