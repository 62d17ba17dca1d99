import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

const MIB = 2 ** 20
/** Minimum memory for a node with the embedded database and OCR. */
export const MEMORY_LEAST = 512 * MIB
/** With less, the database runs on baseline code: optimized code and V8's larger young half take 40 MB (decision 417). */
const OPTIMIZED_LEAST = 900 * MIB
/** With less, a backup, which opens a second engine, and OCR do not fit beside the server. */
const MEMORY_AMPLE = 1536 * MIB

/** V8's young generation in a thread, in MB: two halves of 4, and large objects. */
export const THREAD_YOUNG_MAX_MB = 8

/** The memory that this process may use: that of the machine, or of its container (cgroup). */
export const memoryLimit = (): number => Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())

/**
 * V8's flags with scarce memory: the young half of the heap stays at 1 MB, and WebAssembly is not optimized. The image's build also
 * sets them to compile the code for it (deploy/compile.mjs).
 */
const FLAGS = ['--semi-space-growth-factor=1', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

export const isMemoryLow = (): boolean => memoryLimit() < MEMORY_AMPLE

export const isMemoryScarce = (limit = memoryLimit()): boolean =>
  limit < OPTIMIZED_LEAST || FLAGS.every((flag) => process.execArgv.includes(flag))

/** Sets the flags if memory is scarce. Call it before WebAssembly is loaded. */
export function compileWithinLimit(): void {
  if (!isMemoryScarce()) return
  for (const flag of FLAGS) setFlagsFromString(flag)
}

/** Returns one line for the log if the limit is too low. */
export function lowMemory(limit = memoryLimit()): string | undefined {
  if (limit >= MEMORY_LEAST) return undefined
  return `The memory limit is ${Math.floor(limit / MIB)} MB, and the server needs ${MEMORY_LEAST / MIB} MB: raise it, or set OCR=off`
}
