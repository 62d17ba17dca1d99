import { createHash } from 'node:crypto'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { COLLECT_EARLY, COLLECT_LATE } from '../memory-limit.ts'
import type { PgliteModule } from './embedded-protocol.ts'

type WasmModule = NonNullable<PgliteModule>

export interface CompiledWasm {
  module: WasmModule
  isFromCache: boolean
  /**
   * Writes the optimized code if there is more than in the cache. `hot` is a function of the module that V8 optimizes early: without
   * optimized code, V8 would end the process.
   */
  save(hot: unknown): Promise<void>
}

const DIGEST_BYTES = 32
const OTHERS_WRITE = 0o022
/** Growth of the code that makes saving worthwhile. */
const GROWTH = 1.02
/** The text of a function that a WebAssembly module exports, without a wrapper. */
const EXPORTED = /^function \d+\(\) \{ \[native code\] \}$/

// The types of a server without a browser lack it.
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(source: Uint8Array): Promise<WasmModule> } }

/**
 * Compiles a WebAssembly file, or restores the functions that V8 optimized in an earlier process. Without a folder, only compiles.
 * V8 rejects code of another version, processor or set of flags; the digest detects a damaged file and another source. Call it with a
 * folder only during startup, since it sets `COLLECT_LATE`.
 */
export async function compileWasm(file: string, folder: string | undefined): Promise<CompiledWasm> {
  const source = new Uint8Array(await readFile(file))
  if (folder === undefined || !(await isSafe(folder)))
    return { module: await WebAssembly.compile(source), isFromCache: false, save: async () => {} }
  const cache = path.join(folder, `${path.basename(file)}.cache`)
  const sourceDigest = createHash('sha256').update(source)
  const digestOf = (content: Uint8Array) => sourceDigest.copy().update(content).digest()
  const code = await readCode(cache, digestOf)
  const cached = code && v8.deserialize(code, source)
  const module = cached ?? (await WebAssembly.compile(source))
  let savedBytes = cached ? (code?.byteLength ?? 0) : 0
  return {
    module,
    isFromCache: cached !== undefined,
    async save(hot) {
      const grown = EXPORTED.test(String(hot)) && v8.isOptimized(hot) ? v8.serialize(module) : undefined
      if (!grown || grown.byteLength < savedBytes * GROWTH) return
      savedBytes = grown.byteLength
      const content = new Uint8Array(grown)
      const part = `${cache}.${process.pid}`
      try {
        await writeFile(part, [digestOf(content), content])
        await rename(part, cache)
      } catch {
        // A full disk or a read-only folder: the next start compiles again.
        await rm(part, { force: true }).catch(() => {})
      }
    },
  }
}

/**
 * V8's functions, which Node.js does not offer, but which browsers use for their caches. Each call compiles its function again, because
 * V8 forgets the code of functions that are seldom called.
 */
const v8 = {
  serialize(module: WasmModule): ArrayBuffer | undefined {
    setFlagsFromString(COLLECT_EARLY)
    return callV8('SerializeWasmModule', module)
  },
  deserialize(code: ArrayBuffer, source: Uint8Array): WasmModule | undefined {
    // With the flags of `serialize`, which V8 compares.
    setFlagsFromString(COLLECT_EARLY)
    try {
      return callV8('DeserializeWasmModule', code, source)
    } finally {
      setFlagsFromString(COLLECT_LATE)
    }
  },
  isOptimized: (exported: unknown) => callV8<boolean>('IsTurboFanFunction', exported) === true,
}

/** Returns undefined if this version of V8 lacks the function. */
function callV8<T>(name: string, ...given: unknown[]): T | undefined {
  const names = given.map((_, index) => `value${index}`)
  setFlagsFromString('--allow-natives-syntax')
  try {
    return new Function(...names, `return %${name}(${names.join(', ')})`)(...given) as T
  } catch {
    return undefined
  } finally {
    setFlagsFromString('--no-allow-natives-syntax')
  }
}

/** Returns true if no other account can put code into the folder. */
async function isSafe(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  if (!found || !process.getuid) return found !== undefined
  return (found.uid === 0 || found.uid === process.getuid()) && (found.mode & OTHERS_WRITE) === 0
}

async function readCode(cache: string, digestOf: (content: Uint8Array) => Buffer): Promise<ArrayBuffer | undefined> {
  const found = await readFile(cache).catch(() => undefined)
  if (!found) return undefined
  const content = found.subarray(DIGEST_BYTES)
  return digestOf(content).equals(found.subarray(0, DIGEST_BYTES)) ? new Uint8Array(content).buffer : undefined
}
