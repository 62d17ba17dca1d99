import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const MIB = 2 ** 20
/** Minimum memory for a node with the embedded database and OCR. */
export const MEMORY_LEAST = 512 * MIB
/** With less, memory is low, and the database runs on baseline code. */
const MEMORY_AMPLE = 1536 * MIB

/** The memory that this process may use: that of the machine, or of its container (cgroup). */
export const memoryLimit = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/**
 * V8's flags with low memory: the young half of the heap stays at 1 MB, and WebAssembly is not optimized. The image's build also sets
 * them to compile the code for it (deploy/compile.mjs).
 */
const FLAGS = ['--semi-space-growth-factor=1', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

export const isMemoryLow = (): boolean =>
  memoryLimit() < MEMORY_AMPLE || FLAGS.every((flag) => process.execArgv.includes(flag))

/** Sets the flags if memory is low. Call it before WebAssembly is loaded. */
export function compileWithinLimit(): void {
  if (!isMemoryLow()) return
  for (const flag of FLAGS) setFlagsFromString(flag)
}

/** Returns one line for the log if the limit is too low. */
export function lowMemory(limit = memoryLimit()): string | undefined {
  if (limit >= MEMORY_LEAST) return undefined
  return `The memory limit is ${Math.floor(limit / MIB)} MB, and the server needs ${MEMORY_LEAST / MIB} MB: raise it, or set OCR=off`
}
