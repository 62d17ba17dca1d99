import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installWithApt } from './apt.mjs'

const KNOWN_PATHS = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx', '/usr/local/bin/nginx']

/** @returns {string | undefined} the path of nginx, used by proxy tests */
export function findNginx() {
  return KNOWN_PATHS.find((path) => existsSync(path) && spawnSync(path, ['-v']).status === 0)
}

/** @returns {string} like findNginx, but tries to install it with apt as root; throws if there is none */
export function findOrInstallNginx() {
  const found = findNginx() ?? (installWithApt('nginx-light') ? findNginx() : undefined)
  if (!found) throw new Error('nginx is needed here, and could not be installed')
  return found
}
