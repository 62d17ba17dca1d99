import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installWithApt } from './apt.mjs'

const KNOWN_PATHS = ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy']

const findCaddy = () => KNOWN_PATHS.find((path) => existsSync(path) && spawnSync(path, ['version']).status === 0)

/** @returns {string} the path of Caddy; tries to install it with apt as root; throws if there is none */
export function findOrInstallCaddy() {
  const found = findCaddy() ?? (installWithApt('caddy') ? findCaddy() : undefined)
  if (!found) throw new Error('Caddy is needed here, and could not be installed')
  return found
}
