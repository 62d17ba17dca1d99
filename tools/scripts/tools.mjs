// Installs the packages for developing and testing, which `npm start` leaves out; for npm scripts that run such tools directly.
import { ensureInstalled, runScript } from './bootstrap.mjs'

await runScript(async () => {
  ensureInstalled()
  return undefined
})
