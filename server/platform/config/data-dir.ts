import { accessSync, constants, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDiskFull } from '../disk-space.ts'
import { ConfigError } from './config-error.ts'

/** Too large for a file system to store in the file's metadata. */
const PROBE_BYTES = 65_536

/**
 * Creates DATA_DIR, and throws ConfigError unless this account can write there.
 * @param holdsDatabase whether a full disk prevents the start
 */
export function makeWritable(dataDir: string, holdsDatabase: boolean): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    // For root, access checks pass even on a read-only file system, so write a probe file.
    const probe = path.join(dataDir, '.writable')
    try {
      writeFileSync(probe, holdsDatabase ? Buffer.alloc(PROBE_BYTES) : '')
    } finally {
      rmSync(probe, { force: true })
    }
  } catch (error) {
    throw new ConfigError(`DATA_DIR must be a writable folder: ${dataDir}${remedyFor(error, dataDir)}`)
  }
}

export function remedyFor(error: unknown, dataDir: string): string {
  if (isDiskFull(error)) return ' is on a full disk; free some space'
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EROFS') return ' is read-only'
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  const account = process.geteuid?.()
  if (owner === undefined || account === undefined || owner === account) return ''
  return ` belongs to account ${owner}, and the server runs as ${account}; change its owner with chown -R ${account}`
}
