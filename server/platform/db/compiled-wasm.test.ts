import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { type CompiledWasm, compileWasm } from './compiled-wasm.ts'

// Counts down from its argument: (func (export "f") (param i32) (result i32) (loop …)).
const COUNTDOWN = Uint8Array.from(
  [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    [1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f],
    [3, 2, 1, 0],
    [7, 5, 1, 1, 0x66, 0, 0],
    [10, 18, 1, 16, 0, 3, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x20, 0, 0x0b],
  ].flat(),
)
type Countdown = (from: number) => number

const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Instance: new (module: unknown) => { exports: { f: Countdown } } }
}
/** The same module with an empty custom section: V8 shares the code of equal modules within a process. */
const countdownNamed = (name: string) => Buffer.concat([COUNTDOWN, Buffer.from([0, 2, 1]), Buffer.from(name)])
const countdownOf = ({ module }: CompiledWasm) => new WebAssembly.Instance(module).exports.f

let temporary: TemporaryFolder
let folder = ''
let file = ''
beforeEach(async () => {
  temporary = await temporaryFolder()
  folder = temporary.path
  file = path.join(folder, 'countdown.wasm')
  await writeFile(file, COUNTDOWN)
})

afterEach(() => temporary.remove())

async function saveOptimized(): Promise<void> {
  const compiled = await compileWasm(file, folder)
  const countdown = countdownOf(compiled)
  await expect
    .poll(async () => {
      countdown(1_000_000)
      await compiled.save(countdown)
      return readdir(folder)
    })
    .toContain('countdown.wasm.cache')
}

test('optimized code is restored in a later process', async () => {
  await saveOptimized()
  const restored = await compileWasm(file, folder)
  expect(restored.isFromCache).toBe(true)
  expect(countdownOf(restored)(5)).toBe(0)
  expect(await readdir(folder)).toHaveLength(2)
})

test('damaged code is ignored', async () => {
  await saveOptimized()
  const cache = `${file}.cache`
  const content = await readFile(cache)
  content[content.length - 1] = (content.at(-1) ?? 0) ^ 1
  await writeFile(cache, content)
  expect((await compileWasm(file, folder)).isFromCache).toBe(false)
})

test('code of another source is ignored', async () => {
  await saveOptimized()
  await writeFile(file, countdownNamed('a'))
  expect((await compileWasm(file, folder)).isFromCache).toBe(false)
})

test.skipIf(process.platform === 'win32')('a folder that others can write is not used', async () => {
  await saveOptimized()
  await chmod(folder, 0o777)
  expect((await compileWasm(file, folder)).isFromCache).toBe(false)
})

test('code is not saved before it is optimized', async () => {
  await writeFile(file, countdownNamed('b'))
  const compiled = await compileWasm(file, folder)
  await compiled.save(countdownOf(compiled))
  await compiled.save(() => {})
  expect(await readdir(folder)).toEqual(['countdown.wasm'])
})
