import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '#test/temporary-folder.ts'
import { serverProgram, writeServerBundle } from './server-bundle.mjs'

let project: TemporaryFolder
const write = (file: string, content: string) => writeFile(path.join(project.path, file), content)

beforeEach(async () => {
  project = await temporaryFolder()
  await mkdir(path.join(project.path, 'server'))
  await write('package.json', '{"type":"module"}')
  await write('server/name.txt', 'Memeroom')
  await write(
    'server/name.ts',
    `import { readFileSync } from 'node:fs'
    export const name: string = readFileSync(new URL('./name.txt', import.meta.url), 'utf8')`,
  )
  await write('server/main.ts', `import { name } from './name.ts'\nconsole.log(name)`)
})
afterEach(() => project.remove())

const program = () => path.relative(project.path, serverProgram(project.path)).replaceAll('\\', '/')

test('the server starts from its bundle, which finds the files beside the sources', async () => {
  expect(program()).toBe('server/main.ts')
  await writeServerBundle(project.path)
  expect(program()).toBe('dist/server/main.js')
  const { stdout } = spawnSync(process.execPath, [serverProgram(project.path)], { encoding: 'utf8' })
  expect(stdout).toBe('Memeroom\n')
})

test('changed sources replace an older bundle', async () => {
  await writeServerBundle(project.path)
  await write('server/name.txt', 'Another')
  expect(program()).toBe('server/main.ts')
  await writeServerBundle(project.path)
  expect(program()).toBe('dist/server/main.js')
})
