import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { writeWhole } from './manifest.ts'

/**
 * Writes a backup's secret to where the next start reads it, unless the operator has set one. Returns whether the secret
 * changed.
 */
export async function restoreSecret(config: Config, source: string): Promise<boolean> {
  const file = path.join(config.dataDir, path.basename(source))
  const present = await readFile(file, 'utf8').catch(() => '')
  if (present.trim() !== config.authSecret) return false
  const secret = await readFile(source, 'utf8')
  if (secret.trim() === config.authSecret) return false
  await writeWhole(file, secret)
  return true
}
