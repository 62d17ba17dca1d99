import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createMail } from './mail.ts'

const MESSAGE = {
  to: 'mia@example.com',
  subject: 'Mã của bạn là 123456',
  text: 'Mã: 123456',
  html: '<p>Mã: <b>123456</b></p>',
}
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A real mail server on loopback that keeps what it takes, or refuses everything. */
async function mailServer(options: { refuses?: boolean } = {}) {
  const taken: { to: string[]; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) =>
      callback(options.refuses ? Object.assign(new Error('try later'), { responseCode: 451 }) : null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push({
          to: session.envelope.rcptTo.map((recipient) => recipient.address),
          source: Buffer.concat(chunks).toString(),
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, taken }
}

function smtp(url: string) {
  const mail = createMail({ smtpUrl: url, from: 'Memeroom <no-reply@memes.example>', outboxDir: '', log: () => {} })
  closers.unshift(() => mail.close())
  return mail
}

test('over SMTP a mail arrives with both forms and its subject whole', async () => {
  const { url, taken } = await mailServer()
  await smtp(url).send(MESSAGE)
  expect(taken).toHaveLength(1)
  expect(taken[0]?.to).toEqual(['mia@example.com'])
  const source = taken[0]?.source ?? ''
  expect(source).toMatch(/^From: Memeroom <no-reply@memes\.example>/m)
  expect(source).toContain('Content-Type: text/plain; charset=utf-8')
  expect(source).toContain('Content-Type: text/html; charset=utf-8')
  // Encoded words of RFC 2047, folded over lines.
  const words = [...source.matchAll(/=\?UTF-8\?Q\?(.+?)\?=/g)].map((match) => match[1])
  const subject = words.join('').replaceAll('_', ' ').replaceAll('=', '%')
  expect(decodeURIComponent(subject)).toBe(MESSAGE.subject)
})

test('a mail that the server refuses throws, so that its job tries again', async () => {
  const { url, taken } = await mailServer({ refuses: true })
  await expect(smtp(url).send(MESSAGE)).rejects.toThrow(/451|try later/)
  expect(taken).toEqual([])
})

test('without SMTP a mail is one file in the outbox, and its code a line in the log', async () => {
  const outboxDir = await mkdtemp(path.join(tmpdir(), 'memeroom-outbox-'))
  closers.push(() => rm(outboxDir, { recursive: true }))
  const lines: string[] = []
  const mail = createMail({ from: 'Memeroom <no-reply@localhost>', outboxDir, log: (line) => lines.push(line) })
  await mail.send({ ...MESSAGE, logLine: 'code 123456' })
  const files = await readdir(outboxDir)
  expect(files).toHaveLength(1)
  expect(files[0]).toMatch(/\.eml$/)
  expect(await readFile(path.join(outboxDir, files[0] ?? ''), 'utf8')).toContain('To: mia@example.com')
  expect(lines).toEqual(['code 123456'])
})
