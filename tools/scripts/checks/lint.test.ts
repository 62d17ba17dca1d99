import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function plant(file: string, source: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), source)
}

function run(script: string, args: string[]) {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout + stderr
}

describe('custom lint rules', () => {
  function lint(file: string, source: string) {
    const configuration = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    plant('biome.json', JSON.stringify({ ...configuration, vcs: { enabled: false } }))
    cpSync(join(root, 'tools/scripts/lint'), join(folder, 'tools/scripts/lint'), { recursive: true })
    plant(file, source)
    return run('@biomejs/biome/bin/biome', ['lint', '--colors=off', file])
  }

  const sqlSources = [
    `db.selectFrom('users').selectAll().execute()`,
    `tx.insertInto('users').values({}).execute()`,
    `tx.updateTable('users').set({}).execute()`,
    `tx.deleteFrom('users').execute()`,
    'sql`select 1`.execute(db)',
    'sql<number>`count(*)`',
  ]

  test.each(sqlSources)('reports %s outside of queries.ts', (source) => {
    expect(lint('server/domains/users/show-user.ts', `export const a = () => ${source}\n`)).toContain('SQL belongs in')
  })

  test.each(['users/queries.ts', 'users/list-queries.ts', 'memes/lists/hydrate.ts', 'users/users.api.test.ts'])(
    'accepts SQL in %s',
    (name) => {
      expect(lint(`server/domains/${name}`, `export const a = () => ${sqlSources[0]}\n`)).not.toContain(
        'SQL belongs in',
      )
    },
  )

  test.each([
    'localStorage.getItem("a")',
    'window.localStorage',
    'sessionStorage.length',
    'indexedDB.open("a")',
    'globalThis.indexedDB',
    'caches.open("a")',
    'self.caches',
  ])('reports %s in the web client', (source) => {
    expect(lint('web/features/search/recent.ts', `export const a = () => ${source}\n`)).toContain(
      'Storages are used in',
    )
  })

  test.each(['web/lib/storage.ts', 'web/lib/databases.ts', 'web/lib/whole-database.ts', 'web/lib/cache-storage.ts'])(
    'accepts storages in %s',
    (file) => {
      expect(lint(file, 'export const a = () => localStorage.getItem("a")\n')).not.toContain('Storages are used in')
    },
  )

  test.each(['server/platform/http/a.ts', 'server/domains/users/rules.ts'])('reports process.env in %s', (file) => {
    expect(lint(file, 'export const port = process.env.PORT\n')).toContain('noProcessEnv')
  })

  test('accepts process.env in server/platform/config/config.ts', () => {
    expect(lint('server/platform/config/config.ts', 'export const port = process.env.PORT\n')).not.toContain(
      'noProcessEnv',
    )
  })
})

describe('TypeScript programs', () => {
  function compile(program: string, file: string, source: string) {
    cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
    cpSync(join(root, 'tsconfig.web.json'), join(folder, 'tsconfig.web.json'))
    cpSync(join(root, `tsconfig.${program}.json`), join(folder, `tsconfig.${program}.json`))
    cpSync(join(root, 'tools/scripts/types'), join(folder, 'tools/scripts/types'), { recursive: true })
    plant('package.json', '{"type":"module"}')
    plant(file, source)
    return run('typescript-7/bin/tsc', ['-p', `tsconfig.${program}.json`, '--pretty', 'false'])
  }

  test.each([
    ['server', 'server/a.ts', 'export const a = document.title', "Cannot find name 'document'"],
    ['server', 'server/a.ts', '/// <reference lib="dom" />\nexport const a = document', "Cannot find name 'document'"],
    ['web', 'web/a.ts', 'export const a = process.version', "Cannot find name 'process'"],
    ['web', 'web/a.ts', `import { readFileSync } from 'node:fs'\nexport { readFileSync }`, "'node:fs'"],
    ['contract', 'contract/a.ts', 'export const a = process.version', "Cannot find name 'process'"],
    ['contract', 'contract/a.ts', 'export const a = document.title', "Cannot find name 'document'"],
  ])('%s code with unavailable names does not compile: %s, %s', (program, file, source, message) => {
    expect(compile(program, file, source)).toContain(message)
  })

  test.each([
    ['server', 'server/a.ts', 'export const a = process.version'],
    ['web', 'web/a.tsx', 'export const a = () => <p>{document.title}</p>'],
    ['browser-tests', 'e2e/a.e2e.ts', 'export const a = () => document.title + process.version'],
  ])('%s code with available names compiles: %s, %s', (program, file, source) => {
    expect(compile(program, file, source)).toBe('')
  })
})
