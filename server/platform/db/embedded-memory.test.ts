import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundledNode, root } from '../../../tools/scripts/bootstrap.mjs'

/** 820 MiB if V8 optimizes the largest function that parses statements; 400 if not. */
const PEAK_MAX_MIB = 600

/**
 * Parses more than enough statements for V8 to optimize it. Prints the peak memory in KiB: `maxRSS` would include that of the process
 * that started this one.
 */
const PROGRAM = `
  const { readFileSync } = await import('node:fs')
  const { connectEmbedded } = await import('./server/platform/db/embedded.ts')
  const engine = await connectEmbedded(process.argv[1])
  for (let nth = 0; nth < 3000; nth += 1) await engine.executeSql('select ' + nth + ' as one where ' + nth + ' > 1')
  await engine.close()
  console.log(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memeroom-memory-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the engine starts and parses statements without the memory that optimizing its largest function needs', async () => {
  const { stdout } = await promisify(execFile)(bundledNode(), ['--no-warnings', '-e', PROGRAM, folder], { cwd: root })
  const peakMib = Number(stdout) / 1024
  expect(peakMib).toBeGreaterThan(100)
  expect(peakMib).toBeLessThan(PEAK_MAX_MIB)
})
