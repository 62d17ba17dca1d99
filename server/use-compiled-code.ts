import { constants, enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { compileWithinLimit, isMemoryScarce } from './platform/memory-limit.ts'

const FOLDER = fileURLToPath(new URL('../.cache/compile/', import.meta.url))

/**
 * Sets V8's flags and then the folder for compiled code. V8 rejects code that was compiled with other flags, so call this before
 * loading any, with the same flags in every process.
 */
export function useCompiledCode(): void {
  // The launcher's limit applies to the main thread, and would replace the lower ones of other threads.
  setFlagsFromString('--max-semi-space-size=0')
  // The young half of the heap starts with 1 MB. Growing to its maximum at once saves many collections during startup.
  if (!isMemoryScarce()) setFlagsFromString('--semi-space-growth-factor=16')
  compileWithinLimit()
  const { status } = enableCompileCache(FOLDER)
  // The folder of a service is read-only.
  if (status === constants.compileCacheStatus.FAILED) enableCompileCache()
  // For the threads and processes that this one starts.
  // biome-ignore lint/style/noProcessEnv: no setting, but an instruction for Node.js.
  else process.env.NODE_COMPILE_CACHE ??= FOLDER
}
