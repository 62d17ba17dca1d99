import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface TakenMail {
  to: string[]
  source: string
}

export interface MailServer {
  url: string
  /** Mails that it took, and has said so. */
  taken: TakenMail[]
  /** Nobody answers at its address from now on, */
  halt(): Promise<void>
  /** until now. */
  resume(): Promise<void>
}

/**
 * A real mail server on loopback that keeps what it takes.
 * @param refuses what it says to every recipient
 * @param takes runs when a whole mail is there that it has not taken yet; false for a mail that it says nothing to
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
    // A client that is killed ends its connection without a word.
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
