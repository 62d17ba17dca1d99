// Runs all checks and tests, the fastest and most telling first. The last line is the summary.
import { ensureInstalled, ensureWebBuilt, runScript, withoutConfiguration } from './bootstrap.mjs'
import { runChecks } from './checks/all.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { defaultFolder, isProvisioned, startPostgres } from './postgres.mjs'
import { printCheck } from './report.mjs'
import { runPlaywright, runVitest } from './suites.mjs'

/** @typedef {import('./suites.mjs').SuiteResult} SuiteResult */

/** How many tests of a suite the summary names. */
const NAMED = 10

const { TEST_DATABASE_URL, ...rest } = process.env
const environment = withoutConfiguration(rest)

await runScript(async () => {
  ensureInstalled()
  /** @type {SuiteResult[]} */
  const results = [await staticChecks()]
  results.push(await runVitest('unit tests', ['unit', 'web'], environment))
  results.push(await runVitest('API tests on the embedded engine', ['database'], environment))
  results.push(...(await onPostgres()))
  results.push(await browserTests())

  console.log('')
  for (const { name, passed, failed, repeated = [], failures = [] } of results) {
    console.log(`${name}: ${passed} passed, ${failed} failed`)
    for (const test of repeated.slice(0, NAMED)) console.log(`  passed only on a second try: ${test}`)
    for (const test of failures.slice(0, NAMED)) console.log(`  failed: ${test}`)
  }
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

/** @returns {Promise<SuiteResult[]>} empty if PostgreSQL is not available */
async function onPostgres() {
  const name = 'API tests on PostgreSQL'
  if (TEST_DATABASE_URL) return [await runVitest(name, ['database'], { ...environment, TEST_DATABASE_URL })]
  if (!isProvisioned(defaultFolder)) {
    console.log(`\n— ${name}: not run, for want of one. Set TEST_DATABASE_URL, or lay one in place with`)
    console.log('  npm run postgres -- --provision    (Linux, as root)')
    return []
  }
  try {
    const server = await startPostgres(defaultFolder)
    const own = { TEST_DATABASE_URL: server.url, TEST_POSTGRES_FOLDER: defaultFolder }
    const result = await runVitest(name, ['database'], { ...environment, ...own })
    await server.stop()
    return [result]
  } catch (error) {
    console.error(`\n— ${name}: ${error instanceof Error ? error.message : error}`)
    return [{ name, passed: 0, failed: 1 }]
  }
}

async function browserTests() {
  const name = 'browser tests'
  try {
    ensureWebBuilt()
    if (!findOrInstallChromium()) throw new Error('could not run: no Chromium is here and none could be installed')
    return await runPlaywright(name, environment)
  } catch (error) {
    console.error(`\n— ${name}: ${error instanceof Error ? error.message : error}`)
    return { name, passed: 0, failed: 1 }
  }
}
