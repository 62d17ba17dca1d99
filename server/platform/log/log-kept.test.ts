import { spawnSync } from 'node:child_process'
import { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { isLogKept } from './log-kept.ts'

test('output to a file is stored', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const file = await open(join(folder.path, 'log'), 'w')
  expect(isLogKept(file.fd, undefined)).toBe(true)
  await file.close()
  expect(isLogKept(999, undefined)).toBe(true)
})

/** Runs a process with its output to a pipe. */
function isPipeKept(args: string): [string, number | null] {
  const module = JSON.stringify(fileURLToPath(new URL('./log-kept.ts', import.meta.url)))
  const script = `const { isLogKept } = await import(${module}); console.log(isLogKept(${args}))`
  const node = ['--input-type=module', '--eval', script]
  const said = spawnSync(process.execPath, node, { encoding: 'utf8', env: {} })
  return [said.stdout.trim(), said.status]
}

test('output to a pipe is not stored, except by the journal', () => {
  expect(isPipeKept('')).toEqual(['false', 0])
  const { dev, ino } = fstatSync(0)
  expect(isLogKept(0, `${dev}:${ino}`)).toBe(true)
})

test('output of a container’s first process is stored', () => {
  expect(isPipeKept('1, undefined, 1')).toEqual(['true', 0])
})
