import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundledNode, root } from './bootstrap.mjs'

/** @typedef {{ name: string, passed: number, failed: number, repeated?: string[] }} SuiteResult */

/**
 * @param {string} name
 * @param {string[]} projects of vitest.config.ts
 * @param {NodeJS.ProcessEnv} env
 */
export function runVitest(name, projects, env) {
  const report = reportPath(name)
  const args = ['run', ...projects.map((project) => `--project=${project}`), '--reporter=default', '--reporter=json']
  return runSuite(name, ['vitest/vitest.mjs', ...args, `--outputFile.json=${report}`], env, readVitest)
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
export function runPlaywright(name, env) {
  const args = ['@playwright/test/cli.js', 'test', '--reporter=list,json']
  return runSuite(name, args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath(name) }, readPlaywright)
}

/** @param {string} name */
function reportPath(name) {
  return join(root, '.cache', 'test-results', `${name.replace(/\W+/g, '-')}.json`)
}

/**
 * Runs one test runner and counts from its own report. A runner that dies, or fails without naming a test, is one failure.
 * @param {string} name
 * @param {string[]} command a script below node_modules and its arguments
 * @param {NodeJS.ProcessEnv} env
 * @param {(report: any) => Omit<SuiteResult, 'name'>} read
 * @returns {Promise<SuiteResult>}
 */
async function runSuite(name, [script = '', ...args], env, read) {
  console.log(`\n— ${name}`)
  const path = reportPath(name)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  const code = await new Promise((resolve) => {
    const child = spawn(bundledNode(), [join(root, 'node_modules', script), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  const counted = readReport(path, read)
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  return { name, ...counted }
}

/**
 * @param {string} path
 * @param {(report: any) => Omit<SuiteResult, 'name'>} read
 */
function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** @param {any} report Vitest's: a file that could not even be loaded holds no failed test, yet it failed */
export function readVitest(report) {
  const broken = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && file.assertionResults.every((/** @type {any} */ it) => it.status !== 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

/**
 * A browser test that fails is tried once more, for a real browser beside a real server can lose a race on a busy machine.
 * One that passed only then counts as passed and is named, so that it is seen and mended.
 * @param {any} report Playwright's
 */
export function readPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats
  const repeated = namesOfFlaky(report.suites ?? [])
  return { passed: expected + flaky, failed: unexpected + report.errors.length, ...(flaky > 0 ? { repeated } : {}) }
}

/** @param {any[]} suites of Playwright's report, which nest @returns {string[]} */
function namesOfFlaky(suites) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => spec.tests.some((/** @type {any} */ one) => one.status === 'flaky'))
      .map((/** @type {any} */ spec) => `${spec.file}: ${spec.title}`),
    ...namesOfFlaky(suite.suites ?? []),
  ])
}
