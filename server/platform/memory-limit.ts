import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const MIB = 2 ** 20
/** Minimum memory for a node with the embedded database and OCR. */
export const MEMORY_LEAST = 512 * MIB
/** With less, memory is low: V8's optimization of the database's largest function takes 600 MB for a moment. */
const MEMORY_AMPLE = 1536 * MIB

/** The memory that this process may use: that of the machine, or of its container (cgroup). */
export const memoryLimit = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

export const isMemoryLow = (limit = memoryLimit()): boolean => limit < MEMORY_AMPLE

/** Disables optimization of WebAssembly if memory is low. Call it before WebAssembly is loaded. */
export function compileWithinLimit(): void {
  if (!isMemoryLow()) return
  setFlagsFromString('--no-wasm-tier-up')
  setFlagsFromString('--no-wasm-dynamic-tiering')
}

/** Returns one line for the log if the limit is too low. */
export function lowMemory(limit = memoryLimit()): string | undefined {
  if (limit >= MEMORY_LEAST) return undefined
  return `The memory limit is ${Math.floor(limit / MIB)} MB, and the server needs ${MEMORY_LEAST / MIB} MB: raise it, or set OCR=off`
}
