import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface TakenMail {
  to: string[]
  source: string
}

export interface MailServer {
  url: string
  /** Emails that it accepted and acknowledged. */
  taken: TakenMail[]
  /** Stops listening: connections are refused until `resume`. */
  halt(): Promise<void>
  /** Listens again at the same address. */
  resume(): Promise<void>
}

/**
 * A real mail server on loopback that stores accepted emails.
 * @param refuses the response to every recipient
 * @param takes runs when a whole email has arrived but is not yet accepted; returns false to send no response
 */
export async function startMailServer(
  options: { refuses?: { code: number; text: string }; takes?: () => Promise<boolean> } = {},
): Promise<MailServer> {
  const taken: TakenMail[] = []
  const { refuses, takes } = options
  const open = async (port: number) => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 0,
      onRcptTo: (_address, _session, callback) =>
        callback(refuses ? Object.assign(new Error(refuses.text), { responseCode: refuses.code }) : null),
      onData(stream, session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          if (takes && !(await takes())) return
          const to = session.envelope.rcptTo.map((recipient) => recipient.address)
          taken.push({ to, source: Buffer.concat(chunks).toString() })
          callback()
        })
      },
    })
    // A killed client closes its connection abruptly.
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return server
  }
  let server = await open(0)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    halt: () => new Promise((resolve) => server.close(() => resolve())),
    async resume() {
      server = await open(port)
    },
  }
}
