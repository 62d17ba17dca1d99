import { rmSync } from 'node:fs'
import path from 'node:path'
import { tryLock } from '../../platform/db/data-dir-owner.ts'

/**
 * Keeps other backups out of a folder until released, or until this process ends in any way.
 * @throws an error with one line while another process has it
 */
export function lockBackup(folder: string): { release(): void } {
  const file = path.join(folder, '.lock')
  const lock = held.has(file) ? null : tryLock(file)
  if (!lock) throw new Error(`another backup into ${folder} is running`)
  held.add(file)
  return {
    release() {
      rmSync(file, { force: true })
      lock.close()
      held.delete(file)
    },
  }
}

/** The same process may not open the file twice: closing it would release the lock of the other. */
const held = new Set<string>()
