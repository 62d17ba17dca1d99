// Files of tests in memory: on disk, creating a file takes ten times the CPU time.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'memeroom-tests-'
const NEEDED_BYTES = 4 * 1024 ** 3

/** True if the machine has enough free memory for the files of all tests. */
export const hasFreeMemory = () => process.availableMemory() > NEEDED_BYTES

/**
 * Creates a folder in memory for temporary files, and deletes the folders of ended processes. Returns undefined without enough
 * memory. Some systems run no programs from such a folder.
 */
export function createMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (!hasFreeMemory() || bavail * bsize < NEEDED_BYTES) return undefined
    for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX)))
      if (!isRunning(Number.parseInt(name.slice(PREFIX.length), 10)))
        rmSync(join(MEMORY, name), { recursive: true, force: true })
    return mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`))
  } catch {
    return undefined
  }
}

/** @param {number} pid */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
