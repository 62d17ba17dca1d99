import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { bundledNode, root, serverMemory } from '../tools/scripts/bootstrap.mjs'

const MIB = 2 ** 20

const PROGRAM = `
  const { useCompiledCode } = await import('./server/use-compiled-code.ts')
  const { THREAD_YOUNG_MAX_MB } = await import('./server/platform/memory-limit.ts')
  const { Worker } = await import('node:worker_threads')
  useCompiledCode()
  const limits = { maxYoungGenerationSizeMb: THREAD_YOUNG_MAX_MB, maxOldGenerationSizeMb: 64 }
  new Worker('console.log(require("node:v8").getHeapStatistics().heap_size_limit)', { eval: true, resourceLimits: limits })
`

test('the launcher’s limit on the main thread’s young generation does not replace the lower one of other threads', () => {
  const environment = { ...process.env, ...serverMemory }
  const limit = execFileSync(bundledNode(), ['--no-warnings', '-e', PROGRAM], { cwd: root, env: environment })
  expect(Number(limit)).toBe((64 + 12) * MIB)
})
