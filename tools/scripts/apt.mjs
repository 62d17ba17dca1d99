import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const APT = ['apt-get', '-q', '-y', '-o', 'DPkg::Lock::Timeout=120']

/**
 * Installs a package with apt; only as root.
 * @param {string} name
 * @returns {boolean} false if that is not possible
 */
export function installWithApt(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return run([...APT, 'update']) && run([...APT, 'install', '--no-install-recommends', name])
}

/**
 * @param {string[]} command its stderr is printed
 * @returns {boolean} whether it succeeded
 */
export function run([command = '', ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env, encoding: 'utf8' })
  if (status !== 0 && stderr) console.error(stderr.trim())
  return status === 0
}
