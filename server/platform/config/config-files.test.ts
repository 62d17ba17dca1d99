import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '#test/for-file.ts'
import { readConfig } from './config.ts'
import { SECRET_VARIABLES } from './config-files.ts'
import { VARIABLES } from './environment.ts'

const secret = 'x'.repeat(32)

const folder = await folderForFile()

describe('a secret in a file', () => {
  const inFile = (text: string) => {
    const file = path.join(folder.path, `secret-${Math.random()}`)
    writeFileSync(file, text)
    return file
  }

  test('is read like the variable, without its trailing line break', () => {
    const read = (name: string, text: string) => readConfig({ DATA_DIR: folder.path, [`${name}_FILE`]: inFile(text) })
    expect(read('AUTH_SECRET', `${secret}\n`).authSecret).toBe(secret)
    expect(read('METRICS_TOKEN', `${'y'.repeat(20)}\r\n`).metricsToken).toBe('y'.repeat(20))
    const url = 'postgres://user:p%40ss@db/memes'
    expect(read('DATABASE_URL', url).databaseUrl).toBe(url)
    for (const name of SECRET_VARIABLES) expect(VARIABLES).toContain(name)
  })

  test.each(['', '\n', 'one\ntwo', `${secret}\0`, 'x'.repeat(10_001)])('must be one line: not %j', (text) => {
    const environment = { DATA_DIR: folder.path, AUTH_SECRET_FILE: inFile(text) }
    expect(() => readConfig(environment)).toThrow(/^AUTH_SECRET_FILE must name a file with one line: /)
  })

  test('is refused if the file is unreadable, the variable is set too, or its value is invalid', () => {
    const DATA_DIR = folder.path
    expect(() => readConfig({ DATA_DIR, SMTP_URL_FILE: '/nowhere' })).toThrow(/^SMTP_URL_FILE must name a file that/)
    const twice = { DATA_DIR, AUTH_SECRET: secret, AUTH_SECRET_FILE: inFile(secret) }
    expect(() => readConfig(twice)).toThrow(/^AUTH_SECRET_FILE must not be set if AUTH_SECRET is$/)
    const wrong = { DATA_DIR, DATABASE_URL_FILE: inFile('mysql://topsecret') }
    expect(() => readConfig(wrong)).toThrow(/^DATABASE_URL must (?!.*topsecret)/)
  })
})
