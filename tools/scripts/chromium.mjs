import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installWithApt, run } from './apt.mjs'
import { bundledNode, root } from './bootstrap.mjs'

/** Chromium without windows and notifications: the browser tests take a sixth less processor time with it. */
const HEADLESS_PATHS = ['/usr/bin/chromium-headless-shell']
const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * @param {{ needsNotifications?: boolean }} [needs]
 * @returns {string | undefined} the browser for the browser tests: CHROMIUM_PATH, an installed one, or the one that Playwright
 *   downloaded
 */
export function findChromium({ needsNotifications = false } = {}) {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : undefined
  const paths = needsNotifications ? KNOWN_PATHS : [...HEADLESS_PATHS, ...KNOWN_PATHS]
  return paths.find((path) => existsSync(path)) ?? downloadedChromium()
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
