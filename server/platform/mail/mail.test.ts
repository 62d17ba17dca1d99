import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startMailServer } from '#test/mail-server.ts'
import { ServiceDownError } from '../unavailable.ts'
import { createMail } from './mail.ts'
import { newestMail, outboxOf } from './outbox.ts'

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

async function mailServer(refuses?: { code: number; text: string }) {
  const server = await startMailServer(refuses ? { refuses } : {})
  closers.push(() => server.halt())
  return server
}

function smtp(url: string) {
  const mail = createMail({
    smtpUrl: url,
    from: 'Memeroom <no-reply@memes.example>',
    outboxDir: '',
    showsCodes: false,
    log: () => {},
  })
  closers.unshift(() => mail.close())
  return mail
}

test('sends a mail over SMTP with both parts and its whole subject', async () => {
  const { url, taken } = await mailServer()
  await smtp(url).send(MESSAGE)
  expect(taken).toHaveLength(1)
  expect(taken[0]?.to).toEqual(['mia@example.com'])
  const source = taken[0]?.source ?? ''
  expect(source).toMatch(/^From: Memeroom <no-reply@memes\.example>/m)
  expect(source).toContain('Content-Type: text/plain; charset=utf-8')
  expect(source).toContain('Content-Type: text/html; charset=utf-8')
  // Encoded words of RFC 2047, folded across lines.
  const words = [...source.matchAll(/=\?UTF-8\?Q\?(.+?)\?=/g)].map((match) => match[1])
  const subject = words.join('').replaceAll('_', ' ').replaceAll('=', '%')
  expect(decodeURIComponent(subject)).toBe(MESSAGE.subject)
})

test('a temporary refusal counts as an outage, so the job waits', async () => {
  const { url, taken, halt } = await mailServer({ code: 451, text: 'try later' })
  const mail = smtp(url)
  await expect(mail.send(MESSAGE)).rejects.toThrow(ServiceDownError)
  await halt()
  await expect(mail.send(MESSAGE)).rejects.toThrow(ServiceDownError)
  expect(taken).toEqual([])
})

test('a permanent refusal is a normal failure', async () => {
  const { url } = await mailServer({ code: 550, text: 'no such person' })
  const failed = await smtp(url)
    .send(MESSAGE)
    .catch((error: unknown) => error)
  expect(failed).not.toBeInstanceOf(ServiceDownError)
  expect(String(failed)).toContain('no such person')
})

test('without SMTP writes the mail to the outbox and the code to the terminal', async () => {
  const outboxDir = await mkdtemp(path.join(tmpdir(), 'memeroom-outbox-'))
  closers.push(() => rm(outboxDir, { recursive: true }))
  const lines: string[] = []
  const from = 'Memeroom <no-reply@localhost>'
  const mail = createMail({ from, outboxDir, showsCodes: true, log: (line) => lines.push(line) })
  await mail.send({ ...MESSAGE, logLine: 'code 123456' })
  const files = await readdir(outboxDir)
  expect(files).toHaveLength(1)
  expect(files[0]).toMatch(/\.eml$/)
  expect(await readFile(path.join(outboxDir, files[0] ?? ''), 'utf8')).toContain('To: mia@example.com')
  expect(lines).toEqual(['code 123456'])
})

test('a log that is not a terminal gets the path instead of the code, and the file is private', async () => {
  const outboxDir = path.join(await mkdtemp(path.join(tmpdir(), 'memeroom-outbox-')), 'outbox')
  closers.push(() => rm(path.dirname(outboxDir), { recursive: true }))
  const lines: string[] = []
  const from = 'Memeroom <no-reply@localhost>'
  const mail = createMail({ from, outboxDir, showsCodes: false, log: (line) => lines.push(line) })
  await mail.send({ ...MESSAGE, logLine: 'code 123456' })
  const [name = ''] = await readdir(outboxDir)
  expect(lines).toEqual([`a mail with a code is in ${path.join(outboxDir, name)}`])
  const modes = await Promise.all([outboxDir, path.join(outboxDir, name)].map(async (file) => (await stat(file)).mode))
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o600])
})

test('finds the newest mail with its whole text', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-newest-'))
  closers.push(() => rm(dataDir, { recursive: true }))
  expect(await newestMail(dataDir)).toBeUndefined()
  const outboxDir = outboxOf(dataDir)
  const mail = createMail({ from: 'no-reply@localhost', outboxDir, showsCodes: false, log: () => {} })
  const text = `Xin chào,\n\nMã của bạn là 654321.\n\n${'một dòng dài '.repeat(20)}`.trim()
  await mail.send(MESSAGE)
  await mail.send({ ...MESSAGE, to: 'tom@example.com', text })
  expect(await newestMail(dataDir)).toEqual({
    file: expect.stringMatching(/\.eml$/),
    to: 'tom@example.com',
    text,
  })
})

test('forgetting an address matches any case and any host name, but not longer addresses', async () => {
  const outboxDir = await mkdtemp(path.join(tmpdir(), 'outbox-forget-'))
  closers.push(() => rm(outboxDir, { recursive: true }))
  const mail = createMail({ from: 'Memeroom <no-reply@memes.example>', outboxDir, showsCodes: false, log: () => {} })
  for (const to of ['ia@example.com', 'mia@example.com', 'ia@example.com.vn', 'ia@mèo.example'])
    await mail.send({ ...MESSAGE, to })
  const left = async () =>
    (await Promise.all((await readdir(outboxDir)).map((name) => readFile(path.join(outboxDir, name), 'utf8'))))
      .map((text) => /^To: (.*)$/m.exec(text)?.[1])
      .toSorted()
  await mail.forget({ address: 'IA@example.com', mention: '@nobody-at-all' })
  expect(await left()).toEqual(['ia@example.com.vn', 'ia@xn--mo-7ia.example', 'mia@example.com'])
  await mail.forget({ address: 'ia@mèo.example', mention: '@nobody-at-all' })
  expect(await left()).toEqual(['ia@example.com.vn', 'mia@example.com'])
})

test('a sender without a name gets the site’s name', async () => {
  const outboxDir = await mkdtemp(path.join(tmpdir(), 'memeroom-outbox-'))
  closers.push(() => rm(outboxDir, { recursive: true, force: true }))
  const fromOf = async (from: string) => {
    await createMail({ from, outboxDir, showsCodes: false, log: () => {} }).send({
      ...MESSAGE,
      senderName: 'Cats, Inc.',
    })
    const [name = ''] = (await readdir(outboxDir)).toSorted().slice(-1)
    const source = await readFile(path.join(outboxDir, name), 'utf8')
    await rm(path.join(outboxDir, name))
    return /^From: (.*)$/m.exec(source)?.[1]
  }
  expect(await fromOf('no-reply@memes.example')).toBe('"Cats, Inc." <no-reply@memes.example>')
  expect(await fromOf('Mods <no-reply@memes.example>')).toBe('Mods <no-reply@memes.example>')
})
