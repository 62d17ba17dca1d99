import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkPackages, checkRuntimeDependencies } from './packages.mjs'

describe('package versions', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'packages-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function check(dependencies: Record<string, string>, packages: Record<string, object>) {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ dependencies }))
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
    return checkPackages(root)
  }

  test('accepts exact versions without hosts, and aliases', () => {
    const dependencies = { zod: '4.6.7', ts: 'npm:typescript@7.0.2', beta: '1.0.0-beta.1' }
    expect(check(dependencies, { 'node_modules/zod': { version: '4.6.7' } })).toEqual([])
  })

  test.each(['^4.6.7', '~4.6.7', '*', 'latest', 'npm:zod@^4.0.0', '4.x'])('reports the version %s', (version) => {
    expect(check({ zod: version }, {})).toHaveLength(1)
  })

  test('reports a host name in the lock file', () => {
    const entry = { version: '4.6.7', resolved: 'https://registry.example.org/zod-4.6.7.tgz' }
    expect(check({}, { 'node_modules/zod': entry })).toEqual([
      'package-lock.json: node_modules/zod is bound to a host: https://registry.example.org/zod-4.6.7.tgz',
    ])
  })

  test('reports a workspace with a different version than the project', () => {
    mkdirSync(join(root, 'packages/reader'), { recursive: true })
    const dependencies = { sharp: '0.35.5', zod: '4.6.6' }
    writeFileSync(join(root, 'packages/reader/package.json'), JSON.stringify({ dependencies }))
    expect(check({ sharp: '0.35.5', zod: '4.6.7' }, {})).toEqual([
      'packages/reader/package.json: zod is 4.6.6, but package.json has 4.6.7',
    ])
  })

  test('reports a dependency that only tools and tests load', () => {
    const files = {
      'package.json': JSON.stringify({
        dependencies: { kysely: '1.0.0', '@fontsource/anton': '1.0.0', 'opentype.js': '1.0.0' },
      }),
      'server/platform/db/db.ts': `import { sql } from 'kysely'`,
      'server/platform/db/db.test.ts': `import 'opentype.js'`,
      'tools/bench/helpers/fonts.ts': `import '@fontsource/anton/files/anton.woff'`,
    }
    for (const folder of ['server/platform/db', 'tools/bench/helpers'])
      mkdirSync(join(root, folder), { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
    expect(checkRuntimeDependencies(root)).toEqual([
      expect.stringContaining('@fontsource/anton'),
      expect.stringContaining('opentype.js'),
    ])
  })
})
