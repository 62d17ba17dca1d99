import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { bundledNode, root, withoutConfiguration } from '../tools/scripts/bootstrap.mjs'
import { freePort } from '../tools/scripts/free-port.mjs'
import { type AppProcess, runToEnd, startApp } from './app-process.ts'
import { poll } from './poll.ts'
import { writeTinyClip } from './tiny-clip.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** Runs a server with its own directory that ends by itself or writes `until`. */
async function runAlone(env: Record<string, string>, until?: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-start-'))
  folders.push(dataDir)
  return runToEnd({ DATA_DIR: dataDir, ...env }, until)
}

test('an invalid variable ends the start with one line and code 1', { timeout: 240_000 }, async () => {
  expect(await runAlone({ PORT: 'abc' })).toEqual({
    code: 1,
    lines: ['Memeroom cannot start: PORT must be a number from 0 to 65535'],
  })
})

test('a port in use ends the start with one line and code 1', { timeout: 240_000 }, async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  try {
    expect(await runAlone({ PORT: String(port) })).toEqual({
      code: 1,
      lines: [`Memeroom cannot start: PORT ${port} is in use already (127.0.0.1)`],
    })
  } finally {
    taken.close()
  }
})

test('an unavailable HOST ends the start with one line and code 1', { timeout: 240_000 }, async () => {
  expect(await runToEnd({ HOST: '203.0.113.9', PORT: '0' })).toEqual({
    code: 1,
    lines: ['Memeroom cannot start: HOST must be an address of this machine, or a name that leads to one'],
  })
})

test('a broken CLIP model ends the start with one line and code 1', { timeout: 240_000 }, async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'memeroom-clip-'))
  folders.push(dir)
  writeTinyClip(dir, { words: { red: [1, -1, -1] } })
  await truncate(path.join(dir, 'onnx', 'vision_model.onnx'), 40)
  const { code, lines } = await runAlone({ EMBEDDINGS: `clip:${dir}` })
  expect([code, lines.length]).toEqual([1, 1])
  expect(lines[0]).toMatch(new RegExp(`^Memeroom cannot start: The model in ${dir} does not work: `))
})

test('the start waits for a database that does not answer yet, with one line', { timeout: 240_000 }, async () => {
  const { lines } = await runAlone({ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'waits')
  expect(lines).toEqual(['Memeroom waits for the database, two minutes at most: connect ECONNREFUSED 127.0.0.1:1'])
})

/** Starts a server while its client is still being built, as the first `npm start` does. */
async function startBeforeClient(env: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-start-'))
  folders.push(dataDir)
  const child = spawn(bundledNode(), ['--no-warnings', 'server/main.ts', '--client-comes'], {
    cwd: root,
    env: { ...withoutConfiguration(process.env), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  // Not 'close': it never fires once this process has closed the channel.
  const ended = Promise.all([
    once(child, 'exit'),
    child.stdout && once(child.stdout, 'end'),
    child.stderr && once(child.stderr, 'end'),
  ])
  const isOpened = () => existsSync(path.join(dataDir, 'database', 'PG_VERSION'))
  const opened = () => poll(isOpened, { withinMs: 60_000, missing: `no database was made: ${output}` })
  return { child, output: () => output, opened, ended }
}

test('a server prepares everything while its client is built, and its first answer has the demo', {
  timeout: 240_000,
}, async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startBeforeClient({ PORT: String(port), DEMO: 'true', OCR: 'off' })
  await server.opened()
  await expect(fetch(url)).rejects.toThrow()
  server.child.send('client built')
  const answer = () => fetch(`${url}/api/recommendation-feed`).catch(() => null)
  await poll(async () => (await answer()) !== null, { withinMs: 60_000, missing: `no answer: ${server.output()}` })
  const feed = await fetch(`${url}/api/recommendation-feed`)
  const { data } = (await feed.json()) as { data: { recommendations: object[] } }
  server.child.kill('SIGINT')
  await server.ended
  expect([data.recommendations.length > 0, server.child.exitCode]).toEqual([true, 0])
})

test('a server with a failed client build exits with one line and code 1', { timeout: 240_000 }, async () => {
  const server = await startBeforeClient({ PORT: '0', DEMO: 'false' })
  await server.opened()
  server.child.disconnect()
  await server.ended
  expect([server.child.exitCode, server.output()]).toEqual([1, 'Memeroom cannot start: the web client was not built\n'])
})

test('Ctrl-C ends the server with code 0, also right after its start, and stored data is there on the next start', {
  timeout: 240_000,
}, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-start-'))
  folders.push(dataDir)
  const register = (url: string, email: string) =>
    fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, username: 'kept', password: 'correct horse' }),
    })
  const stopped = async (app: AppProcess) =>
    expect([await app.stop(), app.log()]).toEqual([0, expect.not.stringContaining('cannot start')])
  const first = await startApp({ DATA_DIR: dataDir })
  expect((await register(first.url, 'kept@example.com')).status).toBe(201)
  await stopped(first)
  const second = await startApp({ DATA_DIR: dataDir })
  // The name is reserved for the address that registered it.
  const taken = await register(second.url, 'other@example.com')
  await stopped(second)
  expect(taken.status).toBe(409)
})
