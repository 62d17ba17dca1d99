import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sharedBuffersFor } from './embedded-buffers.ts'

const MIB = 2 ** 20

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'memeroom-buffers-'))
  mkdirSync(join(folder, 'base', '5'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function addFile(name: string, bytes: number) {
  const file = join(folder, 'base', '5', name)
  writeFileSync(file, '')
  truncateSync(file, bytes)
}

test('the page cache grows with tables and indexes, up to a limit', () => {
  expect(sharedBuffersFor(folder)).toBe(16)
  addFile('16385', 3 * MIB)
  addFile('16385.1', 2 * MIB)
  expect(sharedBuffersFor(folder)).toBe(21)
  addFile('16390', 500 * MIB)
  expect(sharedBuffersFor(folder)).toBe(48)
})

test('system catalogs and the maps of free space do not count', () => {
  addFile('1247', 5 * MIB)
  addFile('16385_fsm', 5 * MIB)
  expect(sharedBuffersFor(folder)).toBe(16)
  expect(sharedBuffersFor()).toBe(16)
})
