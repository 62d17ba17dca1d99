import { spawnSync } from 'node:child_process'
import { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { isLogStored } from './log-stored.ts'

test('output to a file is stored', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const file = await open(join(folder.path, 'log'), 'w')
  expect(isLogStored(file.fd, undefined)).toBe(true)
  await file.close()
  expect(isLogStored(999, undefined)).toBe(true)
})

/** Runs a process with its output to a pipe. */
function isPipeStored(args: string): [string, number | null] {
  const module = JSON.stringify(fileURLToPath(new URL('./log-stored.ts', import.meta.url)))
  const script = `const { isLogStored } = await import(${module}); console.log(isLogStored(${args}))`
  const node = ['--input-type=module', '--eval', script]
  const result = spawnSync(process.execPath, node, { encoding: 'utf8', env: {} })
  return [result.stdout.trim(), result.status]
}

test('output to a pipe is not stored, except by the journal', () => {
  expect(isPipeStored('')).toEqual(['false', 0])
  const { dev, ino } = fstatSync(0)
  expect(isLogStored(0, `${dev}:${ino}`)).toBe(true)
})

test('output of a container’s first process is stored', () => {
  expect(isPipeStored('1, undefined, 1')).toEqual(['true', 0])
})
