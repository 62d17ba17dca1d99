import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { VARIABLES } from '#server/platform/config/environment.ts'
import { hashSources, root, withoutConfiguration } from './bootstrap.mjs'

describe('digest of the web client’s sources', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sources-'))
    mkdirSync(join(folder, 'ui'))
    writeFileSync(join(folder, 'ui', 'button.tsx'), 'one')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const digest = () => hashSources([relative(root, folder)])

  test('is the same for the same sources', () => {
    const before = digest()
    writeFileSync(join(folder, 'ui', 'button.tsx'), 'one')
    expect(digest()).toBe(before)
  })

  test('changes with a changed, an added and a renamed file', () => {
    const digests = [digest()]
    writeFileSync(join(folder, 'ui', 'button.tsx'), 'two')
    digests.push(digest())
    writeFileSync(join(folder, 'ui', 'card.tsx'), '')
    digests.push(digest())
    rmSync(join(folder, 'ui', 'card.tsx'))
    writeFileSync(join(folder, 'ui', 'tile.tsx'), '')
    digests.push(digest())
    expect(new Set(digests).size).toBe(4)
  })

  test('ignores a changed test', () => {
    const before = digest()
    writeFileSync(join(folder, 'ui', 'button.test.tsx'), 'three')
    expect(digest()).toBe(before)
  })
})

test('tests inherit no database, storage, mail server or secret from the shell', () => {
  const shell = {
    PATH: '/usr/bin',
    CI: 'true',
    DATABASE_URL: 'postgres://production',
    STORAGE_URL: 's3://production',
    SMTP_URL: 'smtp://production',
    AUTH_SECRET: 'production',
    AWS_SECRET_ACCESS_KEY: 'production',
    DATA_DIR: '/srv/production',
    PORT: '80',
  }
  expect(withoutConfiguration(shell)).toEqual({ PATH: '/usr/bin', CI: 'true' })
})

test('every server setting counts as configuration', () => {
  const remaining = withoutConfiguration(Object.fromEntries(VARIABLES.map((name) => [name, 'production'])))
  expect(Object.keys(remaining)).toEqual([])
})

describe('a script', () => {
  const run = (body: string) => {
    const source = `import { BootstrapError, runScript } from './tools/scripts/bootstrap.mjs'\nawait runScript(async () => { ${body} })`
    return spawnSync(process.execPath, ['--input-type=module', '-e', source], { cwd: root, encoding: 'utf8' })
  }

  test('with an expected error prints one line and exits with code 1', () => {
    const { status, stderr } = run(`throw new BootstrapError('the disk is full')`)
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'memeroom: the disk is full\n' })
  })

  test('exits with its returned code', () => {
    expect(run('return 3').status).toBe(3)
  })

  test('with an unexpected error prints the stack', () => {
    const { status, stderr } = run(`throw new Error('a bug')`)
    expect(status).toBe(1)
    expect(stderr).toContain('at ')
  })
})

test.for(['start.mjs', 'test.mjs', 'check.mjs', 'dev.mjs', 'cli.mjs', 'tools.mjs', 'release.mjs', 'postgres.mjs'])(
  '%s loads before the packages are installed',
  (script) => {
    const seen = new Set<string>()
    const walk = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import\s(?:[^'"]*\sfrom\s)?'([^']+)'/gm)) {
        if (name.startsWith('.')) walk(join(file, '..', name))
        else expect([relative(root, file), name]).toEqual([relative(root, file), expect.stringMatching(/^node:/)])
      }
    }
    walk(join(root, 'tools/scripts', script))
    expect(seen.size).toBeGreaterThan(1)
  },
)
