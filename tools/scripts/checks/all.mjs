import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundledNode, root } from '../bootstrap.mjs'
import { checkDocPaths } from './doc-paths.mjs'
import { checkLicenses, checkOwnLicenses } from './licenses.mjs'
import { checkMemeReaders } from './meme-readers.mjs'
import { checkMigrations } from './migrations.mjs'
import { checkNamedFiles } from './named-files.mjs'
import { checkOldCode } from './old-code.mjs'
import { checkPackages, checkRuntimeDependencies } from './packages.mjs'
import { checkVersions } from './versions.mjs'

/** @typedef {{ name: string, seconds: number, problem: string }} CheckResult `problem` is empty on success */

/** @type {Record<string, () => Promise<string>>} checks by name */
const checks = {
  'types: contract': () => compile('contract'),
  'types: server': () => compile('server'),
  'types: web': () => compile('web'),
  'types: browser tests': () => compile('browser-tests'),
  'lint and format': () => tool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--colors=off', '.']),
  'import boundaries': () => tool(join(root, 'tools/scripts/checks', 'boundaries-cli.mjs'), []),
  'unused code': () => tool('knip/bin/knip.js', ['--no-progress', '--no-config-hints']),
  'locale keys': () => tool(join(root, 'tools/scripts/checks', 'locales-cli.ts'), []),
  'order of migrations': async () => checkMigrations(root).join('\n'),
  'readers of memes': async () => checkMemeReaders(root).join('\n'),
  licenses: async () => [...checkLicenses(root), ...checkOwnLicenses(root, trackedFiles())].join('\n'),
  'paths in docs': async () => checkDocPaths(root).join('\n'),
  'proof of security': async () => checkNamedFiles(root).join('\n'),
  'migrations and old code': async () => checkOldCode(root).join('\n'),
  'version of the product': async () => checkVersions(root).join('\n'),
  // Needs packages, which are installed after this module loads.
  workflows: async () => (await (await import('./workflows.mjs')).checkWorkflows(root)).join('\n'),
  'package versions': async () => [...checkPackages(root), ...checkRuntimeDependencies(root)].join('\n'),
}

/**
 * Runs every static check in parallel.
 * @param {(result: CheckResult) => void} report called when each check ends
 * @returns {Promise<CheckResult[]>}
 */
export function runChecks(report) {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const started = performance.now()
      const problem = await check().catch((error) => String(error))
      const result = { name, seconds: (performance.now() - started) / 1000, problem }
      report(result)
      return result
    }),
  )
}

function trackedFiles() {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr}`)
  return stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

/** @param {string} program has its own tsconfig, without the globals of other platforms */
function compile(program) {
  // By path, since the older compiler that the boundary check needs also installs a `tsc`.
  // One thread each, since the programs are checked in parallel: more threads of one check the same types repeatedly.
  return tool('typescript-7/bin/tsc', ['-p', `tsconfig.${program}.json`, '--pretty', 'false', '--singleThreaded'])
}

/**
 * @param {string} script below node_modules, or absolute
 * @param {string[]} args
 * @returns {Promise<string>} its output on failure, else ''
 */
function tool(script, args) {
  const path = script.startsWith(root) ? script : join(root, 'node_modules', script)
  return new Promise((resolve, reject) => {
    const child = spawn(bundledNode(), [path, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    child.stdout.on('data', (text) => {
      printed += text
    })
    child.stderr.on('data', (text) => {
      printed += text
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? '' : printed.trim() || `ended with code ${code}`))
  })
}
