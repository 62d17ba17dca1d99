// Installs the packages for development and tests, which `npm start` leaves out; for npm scripts that run such tools directly.
import { ensureInstalled, runScript } from './bootstrap.mjs'

await runScript(async () => {
  ensureInstalled()
  return undefined
})
