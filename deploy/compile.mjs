// Run while the image is built: starts the server, the commands, and OCR once, which fills NODE_COMPILE_CACHE.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const WAIT_MS = 300_000
const data = mkdtempSync(join(tmpdir(), 'compile-'))
// biome-ignore lint/style/noProcessEnv: no setting, but the environment of the image.
const env = { ...process.env, DATA_DIR: data, HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
const run = (/** @type {string[]} */ ...args) => [
  process.execPath,
  ['--no-warnings', ...args],
  { env, stdio: 'inherit' },
]

const server = spawn(...run('server'))
const ended = once(server, 'exit')
const until = Date.now() + WAIT_MS
while (!(await isReady())) {
  if (Date.now() > until || server.exitCode !== null) throw new Error('the server did not start')
  await new Promise((resolve) => setTimeout(resolve, 500))
}
for (const args of [
  ['server/ops/cli/main.ts', 'doctor'],
  ['server/platform/ocr/reader-process.ts', '{"mode":"full","languages":"eng+vie"}'],
])
  if (spawnSync(...run(...args)).error) throw new Error(`${args[0]} did not run`)
server.kill('SIGTERM')
await ended
rmSync(data, { recursive: true })

async function isReady() {
  const answer = await fetch(`http://127.0.0.1:${env.PORT}/api/ready`).catch(() => undefined)
  return answer?.ok === true
}
