import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bundledNode, root } from './bootstrap.mjs'

/**
 * `repeated`: tests that passed only on retry. `failures`: the failed tests, each with the first lines of its error. `files`: the
 * time of each test file, excluding loading it.
 * @typedef {{ name: string, passed: number, failed: number, repeated?: string[], failures?: string[], files?: { name: string, seconds: number }[] }} SuiteResult
 */

/**
 * Browser tests that run in parallel come first: they wait most of the time, and would otherwise end last, on one CPU.
 * @param {string} name
 * @param {string[]} projects of vitest.config.ts
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} [files] runs only these
 */
export function runVitest(name, projects, env, files = []) {
  const report = reportPath(name)
  const selected = [...files, ...projects.map((project) => `--project=${project}`)]
  const args = ['run', ...selected, '--reporter=default', '--reporter=json']
  const command = ['vitest/vitest.mjs', ...args, `--outputFile.json=${report}`]
  return runSuite(name, command, env, readVitest, { priority: constants.priority.PRIORITY_BELOW_NORMAL })
}

/**
 * Prints the output at the end, since other suites may run in parallel.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
export function runPlaywright(name, env) {
  const args = ['@playwright/test/cli.js', 'test', '--reporter=list,json']
  return runSuite(name, args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath(name) }, readPlaywright, {
    printed: 'at the end',
  })
}

/** @param {string} name */
function reportPath(name) {
  return join(root, '.cache', 'test-results', `${name.replace(/\W+/g, '-')}.json`)
}

/**
 * Runs one test runner and counts the results in its report. A runner that crashes, or fails without reporting a test, counts as
 * one failure.
 * @param {string} name
 * @param {string[]} command a script below node_modules and its arguments
 * @param {NodeJS.ProcessEnv} env
 * @param {(report: any) => Omit<SuiteResult, 'name'>} read
 * @param {{ printed?: 'as it runs' | 'at the end', priority?: number }} [options] when the output of the runner is printed, and the
 * priority of its processes
 * @returns {Promise<SuiteResult>}
 */
async function runSuite(name, [script = '', ...args], env, read, { printed = 'as it runs', priority = 0 } = {}) {
  if (printed === 'as it runs') console.log(`\n— ${name}`)
  const path = reportPath(name)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  const log = path.replace(/json$/, 'log')
  const output = printed === 'as it runs' ? 'inherit' : openSync(log, 'w')
  const code = await new Promise((resolve) => {
    const child = spawn(bundledNode(), [join(root, 'node_modules', script), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', output, output],
    })
    if (child.pid) setPriority(child.pid, priority)
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  if (typeof output === 'number') {
    closeSync(output)
    console.log(`\n— ${name}\n${readFileSync(log, 'utf8')}`)
  }
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

/**
 * Failed tests are retried once, since tests with real processes can lose a race on a busy machine. One that passes then counts
 * as passed and is listed, so that it gets fixed. A file that could not be loaded has no failed tests but counts as a failure.
 * @param {any} report Vitest's
 */
export function readVitest(report) {
  const files = report.testResults.map((/** @type {any} */ file) => ({ ...file, name: relative(root, file.name) }))
  const tests = files.flatMap((/** @type {any} */ file) =>
    file.assertionResults.map((/** @type {any} */ it) => ({ ...it, name: `${file.name}: ${it.fullName}` })),
  )
  const failed = tests.filter((/** @type {any} */ it) => it.status === 'failed')
  const broken = files.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && file.assertionResults.every((/** @type {any} */ it) => it.status !== 'failed'),
  )
  const repeated = tests.filter((/** @type {any} */ it) => it.status === 'passed' && it.failureMessages.length > 0)
  return {
    passed: report.numPassedTests,
    failed: failed.length + broken.length,
    repeated: repeated.map((/** @type {any} */ it) => explained(it.name, it.failureMessages[0])),
    failures: [
      ...failed.map((/** @type {any} */ it) => explained(it.name, it.failureMessages[0])),
      ...broken.map((/** @type {any} */ file) => explained(file.name, file.message)),
    ],
    files: files.map((/** @type {any} */ file) => ({
      name: file.name,
      seconds: (file.endTime - file.startTime) / 1000,
    })),
  }
}

/**
 * The same for Playwright.
 * @param {any} report Playwright's
 */
export function readPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats
  const specs = specsOf(report.suites ?? [])
  /** @param {string} status */
  const named = (status) =>
    specs.flatMap((spec) => {
      const test = spec.tests.find((/** @type {any} */ one) => one.status === status)
      return test ? [explained(`${spec.file}: ${spec.title}`, test.results?.[0]?.error?.message)] : []
    })
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    repeated: named('flaky'),
    failures: [
      ...named('unexpected'),
      ...report.errors.map((/** @type {any} */ error) => explained('no test', error.message)),
    ],
    files: fileTimes(specs),
  }
}

/** @param {any[]} specs */
function fileTimes(specs) {
  /** @type {Map<string, number>} */
  const seconds = new Map()
  for (const { file, tests } of specs) {
    const results = tests.flatMap((/** @type {any} */ one) => one.results ?? [])
    const ms = results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration = 0 }) => sum + duration, 0)
    seconds.set(file, (seconds.get(file) ?? 0) + ms / 1000)
  }
  return [...seconds].map(([name, time]) => ({ name, seconds: time }))
}

/** @param {any[]} suites of Playwright's report, which nest @returns {any[]} */
function specsOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}

/**
 * @param {string} name
 * @param {string | undefined} message
 */
function explained(name, message = '') {
  const output = stripVTControlCharacters(message).split('\n')
  const lines = output
    .filter((line) => line.trim() !== '' && !/^ +at .*(?:node_modules|<anonymous>)/.test(line))
    .slice(0, 6)
  return [name, ...lines.map((line) => `    ${line.slice(0, 200)}`.trimEnd())].join('\n').trimEnd()
}
