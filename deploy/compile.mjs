// Run while the image is built: starts the server, the commands, and OCR, which fills the folder of compiled code.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const WAIT_MS = 300_000
const data = mkdtempSync(join(tmpdir(), 'compile-'))
// A free port: some builds share the network of the machine, where the site may be running.
const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const PORT = String(/** @type {import('node:net').AddressInfo} */ (probe.address()).port)
await once(probe.close(), 'close')
// biome-ignore lint/style/noProcessEnv: no setting, but the environment of the image.
const env = { ...process.env, DATA_DIR: data, HOST: '127.0.0.1', PORT, LOG_LEVEL: 'warn' }
const noWarnings = (/** @type {string[]} */ ...args) => ['--no-warnings', ...args]

// Compiled code is used only with the same flags; the second ones are those with little memory (server/platform/memory-limit.ts).
for (const flags of [[], ['--semi-space-growth-factor=1', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']]) {
  const server = spawn(process.execPath, noWarnings(...flags, 'server'), { env, stdio: 'inherit' })
  const ended = once(server, 'exit')
  const until = Date.now() + WAIT_MS
  while (!(await isReady())) {
    if (Date.now() > until || server.exitCode !== null) throw new Error('the server did not start')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  runOnce(...flags, 'server/ops/cli/main.ts', 'doctor')
  server.kill('SIGTERM')
  await ended
}
// As the server starts it (server/use-compiled-code.ts).
env.NODE_COMPILE_CACHE = join(import.meta.dirname, '..', '.cache', 'compile')
runOnce('server/platform/ocr/reader-process.ts', '{"mode":"full","languages":"eng+vie"}')
rmSync(data, { recursive: true })

function runOnce(/** @type {string[]} */ ...args) {
  // The output of doctor describes this server, not the operator's.
  const { error } = spawnSync(process.execPath, noWarnings(...args), { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (error) throw new Error(`${args.at(-2)} did not run`)
}

async function isReady() {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/ready`).catch(() => undefined)
  return answer?.ok === true
}
