import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The folder for emails of a site without a mail server. */
export const outboxOf = (dataDir: string): string => path.join(dataDir, 'outbox')

/** Extension of email files; their names sort by time. */
export const MAIL_FILE = '.eml'

/** Decodes the parts of an email, for both encodings that the builder uses (RFC 2045). The first is the header. */
export function readableParts(mail: string): string[] {
  return mail.split(/\n--/).map((part) => {
    const [head = '', ...body] = part.split('\n\n')
    const text = body.join('\n\n')
    if (/content-transfer-encoding: *base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
    const bytes = text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  })
}

/** Returns the newest email: its file, its recipient as written, and its text. Undefined if there is none. */
export async function newestMail(dataDir: string): Promise<{ file: string; to: string; text: string } | undefined> {
  const folder = outboxOf(dataDir)
  const names = await readdir(folder).catch(() => [])
  const name = names
    .filter((each) => each.endsWith(MAIL_FILE))
    .toSorted()
    .at(-1)
  if (name === undefined) return undefined
  const file = path.join(folder, name)
  const mail = await readFile(file, 'latin1')
  const text = readableParts(mail).find((part) => part.trim() !== '') ?? ''
  return { file, to: /^To: (.*)$/m.exec(mail)?.[1] ?? '', text: text.trim() }
}
