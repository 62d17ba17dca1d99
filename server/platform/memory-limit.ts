import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const MIB = 2 ** 20
/** Minimum memory for a node with the embedded database and OCR. */
export const MEMORY_LEAST = 512 * MIB
/** With less, V8 does not optimize the database's code: its largest function takes 600 MB for a moment. */
const MEMORY_TO_OPTIMIZE = 1536 * MIB

/** The memory that this process may use: that of the machine, or of its container (cgroup). */
export const memoryLimit = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/** Disables optimization of WebAssembly if memory is low. Call it before WebAssembly is loaded. */
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
