import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

let folder = ''
const write = (path: string, text = '') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}
const git = (...args: string[]) => run('git', '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-'))
  mkdirSync(join(folder, 'tools'))
  cpSync(join(root, 'tools/scripts'), join(folder, 'tools/scripts'), { recursive: true })
  mkdirSync(join(folder, 'server'))
  cpSync(join(root, 'server/starter.mjs'), join(folder, 'server/starter.mjs'))
  for (const file of ['LICENSE', 'package.json', 'web/main.tsx', 'deploy/Containerfile']) write(file)
  for (const file of ['.env', '.npmrc', 'deploy/.env', 'deploy/compose.yaml', 'web/.env.local', 'password.txt'])
    write(file, 'password')
  for (const file of ['data/auth-secret', 'dist/web/index.html', 'node_modules/a/index.js', 'server/node_modules/b.js'])
    write(file, 'password')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Creates the archive and returns its files without those of tools. */
function archived(): string[] {
  const module = pathToFileURL(join(folder, 'tools/scripts/source-archive.mjs')).href
  const script = `const { ensureSourceArchive } = await import('${module}'); if (!(await ensureSourceArchive())) process.exit(1)`
  run(process.execPath, '--input-type=module', '-e', script)
  const names = run('tar', '-tzf', 'dist/source.tar.gz').split('\n')
  return names.filter((name) => name !== '' && !name.endsWith('/') && !/^[^/]+\/tools\//.test(name)).toSorted()
}

test('without Git, the archive contains the sources but no file that may contain a password', () => {
  const files = ['LICENSE', 'deploy/Containerfile', 'package.json', 'server/starter.mjs', 'web/main.tsx']
  expect(archived()).toEqual(files.map((name) => `${basename(folder)}/${name}`))
})

test('with Git, the archive contains the current commit, without changes that are not committed', () => {
  git('init', '-q')
  git('add', 'LICENSE', 'web', 'deploy/compose.yaml')
  git('rm', '-q', '--cached', 'web/.env.local')
  git('commit', '-q', '-m', 'One')
  write('deploy/compose.yaml', 'changed')
  const first = ['LICENSE', 'deploy/compose.yaml', 'web/main.tsx'].map((name) => `memeroom/${name}`)
  expect(archived()).toEqual(first)
  expect(run('tar', '-xzOf', 'dist/source.tar.gz', 'memeroom/deploy/compose.yaml')).toBe('password')
  git('add', 'package.json')
  git('commit', '-q', '-m', 'Two')
  expect(archived()).toEqual([...first, 'memeroom/package.json'].toSorted())
  expect(existsSync(join(folder, 'dist/source.commit'))).toBe(true)
})
