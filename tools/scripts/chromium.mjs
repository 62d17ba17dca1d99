import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installWithApt, run } from './apt.mjs'
import { bundledNode, root } from './bootstrap.mjs'

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * @returns {string | undefined} the browser for the browser tests: CHROMIUM_PATH, an installed one, or the one that Playwright
 *   downloaded
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  return KNOWN_PATHS.find((path) => existsSync(path)) ?? downloadedChromium()
}

/** Runs Playwright in a separate process, since this file also runs before anything is installed. */
function downloadedChromium() {
  const ask = `import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))`
  const { stdout } = spawnSync(bundledNode(), ['-e', ask], { cwd: root, encoding: 'utf8' })
  const path = stdout?.trim()
  return path && existsSync(path) ? path : undefined
}

/** @returns {string | undefined} like findChromium, but first tries to install it: with apt as root, otherwise by download */
export function findOrInstallChromium() {
  const found = findChromium()
  if (found || process.env.CHROMIUM_PATH) return found
  console.error('memeroom: installing Chromium for the browser tests …')
  if (installWithApt('chromium')) {
    const installed = findChromium()
    if (installed) return installed
  }
  run([bundledNode(), join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'])
  return findChromium()
}
