import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const MIB = 2 ** 20
/** Memory in which a node with its embedded database and OCR runs. */
export const MEMORY_LEAST = 512 * MIB
/** Below this, the database's code is not optimized: V8 takes 600 MB for a moment to optimize its largest function. */
const MEMORY_TO_OPTIMIZE = 1536 * MIB

/** The memory that this process may use: that of the machine, or of its container (cgroup). */
export const memoryLimit = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/** Call it before WebAssembly is loaded. */
export function compileWithinLimit(limit = memoryLimit()): void {
  if (limit >= MEMORY_TO_OPTIMIZE) return
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** Returns one line for the log if the limit is too low. */
export function lowMemory(limit = memoryLimit()): string | undefined {
  if (limit >= MEMORY_LEAST) return undefined
  return `The memory limit is ${Math.floor(limit / MIB)} MB, and the server needs ${MEMORY_LEAST / MIB} MB: raise it, or set OCR=off`
}
