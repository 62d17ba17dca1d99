import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = () => mkdtempSync(path.join(tmpdir(), 'memeroom-config-'))

test('every setting has a default, and the generated secret is reused', () => {
  const DATA_DIR = folder()
  const first = readConfig({ DATA_DIR })
  expect(first).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    demo: 'auto',
    ocr: 'full',
    workers: 1,
  })
  expect(first.authSecret.length).toBeGreaterThanOrEqual(32)
  expect(readConfig({ DATA_DIR }).authSecret).toBe(first.authSecret)
  expect(readFileSync(path.join(DATA_DIR, 'auth-secret'), 'utf8').trim()).toBe(first.authSecret)
})

test('refuses a DATA_DIR that is a file, by name', () => {
  const file = path.join(folder(), 'file')
  writeFileSync(file, '')
  expect(() => readConfig({ DATA_DIR: file })).toThrow(/^DATA_DIR must be a writable folder: /)
})

test('refuses a Facebook app with only half of its settings', () => {
  expect(() => readConfig({ DATA_DIR: folder(), FACEBOOK_APP_ID: '1' })).toThrow(/^FACEBOOK_APP_SECRET must/)
})

test('the secret is readable only by its owner', () => {
  const DATA_DIR = folder()
  readConfig({ DATA_DIR })
  expect(statSync(path.join(DATA_DIR, 'auth-secret')).mode & 0o077).toBe(0)
})

test.each(['"https://memes.example.com"', "'https://memes.example.com'", '"https://memes.example.com'])(
  'refuses the quotes of an .env file, by name: %s',
  (PUBLIC_URL) => {
    expect(() => readConfig({ DATA_DIR: folder(), PUBLIC_URL })).toThrow(
      'PUBLIC_URL must be written without quotes around its value, as in an .env file',
    )
  },
)

test('accepts a quoted name of a sender', () => {
  const MAIL_FROM = '"Cats, Inc." <no-reply@memes.example.com>'
  expect(readConfig({ DATA_DIR: folder(), MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
})

test('warns about a public address without https, except on this machine', () => {
  const warnings = (PUBLIC_URL: string) => readConfig({ DATA_DIR: folder(), PUBLIC_URL }).warnings
  expect(warnings('http://memes.example.com')).toEqual([expect.stringMatching(/^PUBLIC_URL is not https: /)])
  for (const url of ['https://memes.example.com', 'http://localhost:3000', 'http://127.0.0.1:3000'])
    expect(warnings(url)).toEqual([])
})

test('names the owner of a DATA_DIR that belongs to another account', {
  // Only root can become another account.
  skip: process.getuid?.() !== 0,
}, () => {
  const DATA_DIR = folder()
  const script = `
    process.setegid(65534); process.seteuid(65534);
    const { remedyFor } = await import(${JSON.stringify(new URL('./data-dir.ts', import.meta.url).href)});
    console.log(remedyFor({ code: 'EACCES' }, ${JSON.stringify(DATA_DIR)}))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--no-warnings', '-e', script], {
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe('belongs to account 0, and the server runs as 65534; change its owner with chown -R 65534')
})
