import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'

export interface MailMessage {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string> | undefined
  /** A line for the log where mails are files, so that an operator without SMTP can read a code. */
  logLine?: string | undefined
}

export interface Mail {
  send(message: MailMessage): Promise<void>
  close(): void
}

const SMTP_TIMEOUT_MS = 15_000

/** Mail over SMTP where a URL is given, else one .eml file a mail in `outboxDir`. `send` throws when a mail was not accepted. */
export function createMail(options: {
  smtpUrl?: string | undefined
  from: string
  outboxDir: string
  log: (line: string) => void
}): Mail {
  return options.smtpUrl ? smtpMail(options.smtpUrl, options.from) : outboxMail(options)
}

function smtpMail(url: string, from: string): Mail {
  const separator = url.includes('?') ? '&' : '?'
  const transport = nodemailer.createTransport(
    `${url}${separator}pool=true&connectionTimeout=${SMTP_TIMEOUT_MS}&greetingTimeout=${SMTP_TIMEOUT_MS}&socketTimeout=${SMTP_TIMEOUT_MS}`,
  )
  return {
    async send({ to, subject, text, html, headers }) {
      await transport.sendMail({ from, to, subject, text, html, ...(headers ? { headers } : {}) })
    },
    close() {
      transport.close()
    },
  }
}

function outboxMail(options: { from: string; outboxDir: string; log: (line: string) => void }): Mail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send({ to, subject, text, html, headers, logLine }) {
      const built = await transport.sendMail({
        from: options.from,
        to,
        subject,
        text,
        html,
        ...(headers ? { headers } : {}),
      })
      await mkdir(options.outboxDir, { recursive: true })
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`
      const file = path.join(options.outboxDir, name)
      // Written aside and renamed, so that a reader never sees half a mail.
      await writeFile(`${file}.part`, built.message as Buffer)
      await rename(`${file}.part`, file)
      if (logLine) options.log(logLine)
    },
    close() {},
  }
}
