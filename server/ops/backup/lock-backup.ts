import { rmSync } from 'node:fs'
import path from 'node:path'
import { tryLock } from '../../platform/db/data-dir-owner.ts'

/**
 * Locks a folder against other backups until released or until this process ends in any way.
 * @throws a one-line error while another process holds the lock
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

/** A process must not open the file twice: closing one handle would release the lock of the other. */
const held = new Set<string>()
