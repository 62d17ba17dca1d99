// Runs all static checks.
import { ensureInstalled, runScript } from './bootstrap.mjs'
import { runChecks } from './checks/all.mjs'
import { printCheck } from './report.mjs'

await runScript(async () => {
  ensureInstalled()
  const results = await runChecks(printCheck)
  const failed = results.filter(({ problem }) => problem !== '').length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
