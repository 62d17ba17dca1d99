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
