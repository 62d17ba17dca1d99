// Runs all checks and tests but the slow ones, the fastest and most informative first; with `--slow` only the slow ones, all or
// the groups named. The last line is the summary.
import { rmSync } from 'node:fs'
import { ensureInstalled, ensureWebBuilt, runScript, withoutConfiguration } from './bootstrap.mjs'
import { runChecks } from './checks/all.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { createMemoryFolder } from './memory.mjs'
import { defaultFolder, isProvisioned, startPostgres } from './postgres.mjs'
import { printCheck } from './report.mjs'
import { chosenGroups, namedGroups, SLOW_GROUPS } from './slow-tests.mjs'
import { runPlaywright, runVitest } from './suites.mjs'

/** @typedef {import('./suites.mjs').SuiteResult} SuiteResult */

/** The number of tests per suite that the summary lists. */
const NAMED = 10
/** The number of slow files that the summary lists. */
const SLOWEST = 20

const { TEST_DATABASE_URL, ...rest } = process.env
const environment = withoutConfiguration(rest)

await runScript(async () => {
  ensureInstalled()
  const [flag, ...names] = process.argv.slice(2)
  const onlySlow = flag === '--slow'
  const slow = onlySlow ? namedGroups(names.length > 0 ? names : ['all']) : chosenGroups(process.env)
  /** @type {SuiteResult[]} */
  const results = []
  if (!onlySlow) results.push(await staticChecks())
  results.push(...(await runTests(!onlySlow, slow)))
  const skipped = Object.keys(SLOW_GROUPS).filter((name) => !slow.includes(name))

  console.log('')
  for (const { name, passed, failed, repeated = [], failures = [] } of results) {
    console.log(`${name}: ${passed} passed, ${failed} failed`)
    for (const test of repeated.slice(0, NAMED)) console.log(`  passed only on a second try: ${test}`)
    for (const test of failures.slice(0, NAMED)) console.log(`  failed: ${test}`)
  }
  if (skipped.length > 0)
    console.log(
      `slow tests: not run: ${skipped.join(', ')}. Run them with \`npm run test:slow -- ${skipped.join(' ')}\``,
    )
  const slowest = results.flatMap(({ files = [] }) => files).toSorted((a, b) => b.seconds - a.seconds)
  console.log('\nThe slowest files:')
  for (const { name, seconds } of slowest.slice(0, SLOWEST))
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`)
  console.log('')
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})

async function staticChecks() {
  console.log('— static checks')
  const results = await runChecks(printCheck)
  const failed = results.filter(({ problem }) => problem !== '').length
  return { name: 'static checks', passed: results.length - failed, failed }
}

/**
 * The PostgreSQL for the tests: the one in TEST_DATABASE_URL, or the provisioned one.
 * @returns {Promise<{ environment: Record<string, string>, stop(): Promise<void> } | undefined>}
 */
async function openPostgres() {
  if (TEST_DATABASE_URL) return { environment: { TEST_DATABASE_URL }, stop: async () => {} }
  if (!isProvisioned(defaultFolder)) return undefined
  const { url, stop } = await startPostgres(defaultFolder)
  return { environment: { TEST_DATABASE_URL: url, TEST_POSTGRES_FOLDER: defaultFolder }, stop }
}

/**
 * Runs the unit tests, and the API tests on PostgreSQL if available, and on the embedded engine those that can differ; without
 * PostgreSQL, all on the embedded engine. The browser tests run in parallel with all of them, since they leave much of two CPUs
 * unused and would otherwise end last. The slow tests come last: they kill processes and need the machine for themselves.
 * @param {boolean} all whether to run more than the slow tests
 * @param {string[]} slow the groups of slow tests
 * @returns {Promise<SuiteResult[]>}
 */
async function runTests(all, slow) {
  const name = 'API tests on PostgreSQL'
  /** @type {SuiteResult[]} */
  const results = []
  const postgres = await openPostgres().catch((error) => {
    results.push(couldNotRun(name, error))
    return undefined
  })
  const onPostgres = { ...environment, ...postgres?.environment }
  if (!postgres && results.length === 0) {
    console.log(`\n— ${name}: not run, because there is none. Set TEST_DATABASE_URL, or install one with`)
    console.log('  npm run postgres -- --provision    (Linux, as root)')
  }
  if (all) {
    const folder = createMemoryFolder()
    const inMemory = folder ? { TMPDIR: folder } : {}
    const browser = await startBrowserTests({ ...postgres?.environment, ...inMemory })
    results.push(await runVitest('unit tests', ['unit', 'web'], environment))
    const engine = postgres ? 'embedded' : 'database'
    results.push(await runVitest('API tests on the embedded engine', [engine], { ...environment, ...inMemory }))
    if (postgres) results.push(await runVitest(name, ['database'], { ...onPostgres, ...inMemory }))
    results.push(await browser.result)
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
  const groups = slow.flatMap((group) => SLOW_GROUPS[group] ?? [])
  const files = groups.flatMap((group) => group.files)
  const embedded = groups.flatMap((group) => (group.embedded ? group.files : []))
  if (files.length > 0) results.push(await runVitest('slow tests', ['slow'], onPostgres, files))
  if (postgres && embedded.length > 0)
    results.push(await runVitest('slow tests on the embedded engine', ['slow-embedded'], environment, embedded))
  await postgres?.stop()
  return results
}

/**
 * Starts the browser tests. Everything they need is ready when this resolves: nothing is built or installed while other tests
 * run.
 * @param {Record<string, string>} more environment, with PostgreSQL if available; test files that need it run only with it
 * @returns {Promise<{ result: SuiteResult | Promise<SuiteResult> }>}
 */
async function startBrowserTests(more) {
  const name = 'browser tests'
  try {
    await ensureWebBuilt()
    if (!findOrInstallChromium()) throw new Error('could not run: no Chromium is here and none could be installed')
    return { result: runPlaywright(name, { ...environment, ...more }) }
  } catch (error) {
    return { result: couldNotRun(name, error) }
  }
}

/**
 * @param {string} name
 * @param {unknown} error
 * @returns {SuiteResult}
 */
function couldNotRun(name, error) {
  console.error(`\n— ${name}: ${error instanceof Error ? error.message : error}`)
  return { name, passed: 0, failed: 1 }
}
