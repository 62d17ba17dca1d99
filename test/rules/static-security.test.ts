import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const sources = globSync('{contract,server}/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))

const filesWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('the scan finds the sources', () => {
  expect(sources.length).toBeGreaterThan(400)
  expect(filesWith(/withTransaction/).length).toBeGreaterThan(50)
})

test('the server starts no program except its picture reader', () => {
  expect(filesWith(/child_process|\bprocess\.dlopen|\bexecFile|\bspawn(Sync)?\(/)).toEqual([
    'server/platform/ocr/reader-child.ts',
  ])
})

test('no text is run as code', () => {
  expect(filesWith(/\beval\(|new Function\(|node:vm|runInThisContext|setTimeout\(['"`]/)).toEqual([])
})

test('Math.random only chooses the retry wait of a refused client', () => {
  expect(filesWith(/Math\.random/)).toEqual(['server/platform/load/gate.ts'])
})

test('a weak digest is used only for the format of a published list', () => {
  expect(filesWith(/['"](md5|sha1)['"]/i)).toEqual(['server/domains/auth/passwords/breached-passwords.ts'])
})

test('TLS certificates are always verified', () => {
  expect(filesWith(/rejectUnauthorized\s*:|NODE_TLS_REJECT|checkServerIdentity|sslmode=no-verify/)).toEqual([])
})
