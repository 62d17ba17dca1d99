import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { domainToASCII } from 'node:url'
import nodemailer from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import { lineOf, ServiceDownError } from '../unavailable.ts'
import { MAIL_FILE, readableParts } from './outbox.ts'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string> | undefined
  /** Sender name to use if MAIL_FROM is only an address. */
  senderName?: string | undefined
  /** Line to log when emails are written to files and `showsCodes` is set; it may contain a code. */
  logLine?: string | undefined
}

export interface Mail {
  send(message: MailMessage): Promise<void>
  /**
   * Removes emails to this address, and emails that contain this text, from the outbox folder. Emails already passed to a mail
   * server cannot be removed.
   */
  forget(trace: { address: string | null; mention: string }): Promise<void>
  close(): void
}

const SMTP_TIMEOUT_MS = 15_000

/**
 * Sends mail over SMTP if a URL is given, otherwise writes one .eml file per email to `outboxDir`. `send` throws if an email
 * was not accepted; ServiceDownError if a retry may succeed.
 */
export function createMail(options: {
  smtpUrl?: string | undefined
  from: string
  outboxDir: string
  /** True if only the operator sees the log, so that it may contain codes; otherwise it names the file with the code. */
  showsCodes: boolean
  log: (line: string) => void
}): Mail {
  return options.smtpUrl ? smtpMail(options.smtpUrl, options.from) : outboxMail(options)
}

function smtpMail(url: string, from: string): Mail {
  const server = new URL(url)
  const timeouts = ['connectionTimeout', 'greetingTimeout', 'socketTimeout']
  server.searchParams.set('pool', 'true')
  for (const name of timeouts) server.searchParams.set(name, String(SMTP_TIMEOUT_MS))
  const transport = nodemailer.createTransport(server.href)
  // An error during sending fails that email; a connection that closes between emails is reopened.
  transport.on('error', () => {})
  return {
    async send({ to, subject, text, html, headers, senderName }) {
      const mail = { from: named(from, senderName), to, subject, text, html, ...(headers ? { headers } : {}) }
      await transport.sendMail(mail).catch((error: unknown) => {
        throw isRefused(error) ? error : new ServiceDownError(lineOf(error), { cause: error })
      })
    },
    async forget() {},
    close() {
      transport.close()
    },
  }
}

/** Returns the configured sender; a name in MAIL_FROM takes precedence. */
function named(from: string, name: string | undefined): string | { name: string; address: string } {
  const [sender] = addressparser(from)
  if (!name || !sender || 'group' in sender || sender.name) return from
  return { name, address: sender.address }
}

/** Returns true if the email itself is at fault: no address, or a permanent rejection by the mail server (RFC 5321, section 4.2.1). */
function isRefused(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 500) >= 500
}

function outboxMail(options: {
  from: string
  outboxDir: string
  showsCodes: boolean
  log: (line: string) => void
}): Mail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send({ to, subject, text, html, headers, senderName, logLine }) {
      const built = await transport.sendMail({
        from: named(options.from, senderName),
        to,
        subject,
        text,
        html,
        ...(headers ? { headers } : {}),
      })
      await mkdir(options.outboxDir, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}${MAIL_FILE}`
      const file = path.join(options.outboxDir, name)
      // Write to a temporary file and rename it, so that readers never see a partial email.
      await writeFile(`${file}.part`, built.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      if (logLine) options.log(options.showsCodes ? logLine : `a mail with a code is in ${file}`)
    },
    async forget({ address, mention }) {
      for (const name of await readdir(options.outboxDir).catch(() => [])) {
        const file = path.join(options.outboxDir, name)
        const mail = await readFile(file, 'latin1').catch(() => '')
        if ((address && isTo(mail, address)) || readableParts(mail).join('\n').includes(mention))
          await rm(file, { force: true })
      }
    },
    close() {},
  }
}

/** Returns true if exactly this address is a recipient; the builder writes host names as ASCII and folds long lines. */
function isTo(mail: string, address: string): boolean {
  const header = /^To: (.*(?:\n[ \t].*)*)$/m.exec(mail)?.[1]?.replace(/\n/g, '') ?? ''
  return addressparser(header, { flatten: true }).some(
    (recipient) => comparable(recipient.address) === comparable(address),
  )
}

function comparable(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1)
  return `${address.slice(0, at)}@${domainToASCII(host) || host}`.toLowerCase()
}
