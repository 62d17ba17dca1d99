import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { bundledNode, root, withoutConfiguration } from '../tools/scripts/bootstrap.mjs'
import { freePort } from '../tools/scripts/free-port.mjs'
import { poll } from './poll.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { withDeps } from './with-deps.ts'

const LIMIT = { timeout: 240_000 }
/** Longer than two checks for a missing parent process. */
const LOOKS_MS = 2500

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function endAll(pids: number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended.
    }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Starts a server by `command`; resolves once it responds. */
async function startedBy(command: string, args: string[]) {
  const folder = await temporaryFolder()
  closers.push(folder.remove)
  const port = await freePort()
  const environment = { DATA_DIR: folder.path, PORT: String(port), OCR: 'off', DEMO: 'false', LOG_LEVEL: 'error' }
  const starter = spawn(command, args, {
    cwd: root,
    stdio: 'ignore',
    env: { ...withoutConfiguration(process.env), ...environment },
  })
  closers.push(() => endAll([starter.pid ?? 0]))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
  const line = `${command} ${args.join(' ')}`
  await poll(
    async () => {
      if (starter.exitCode) throw new Error(`${line} ended with code ${starter.exitCode}`)
      return answers()
    },
    { withinMs: 150_000, missing: `${line} started no server` },
  )
  const { pid } = JSON.parse(readFileSync(path.join(folder.path, 'owner.json'), 'utf8')) as { pid: number }
  closers.push(() => endAll([pid]))
  return { starter, pid, dataDir: folder.path, answers }
}

/** Waits until the server has shut down cleanly: it no longer claims the data, and the next one can open them. */
async function hasEnded({ pid, dataDir }: { pid: number; dataDir: string }): Promise<void> {
  await poll(() => !isAlive(pid), { withinMs: 60_000, missing: `the server ${pid} is an orphan` })
  expect(existsSync(path.join(dataDir, 'owner.json'))).toBe(false)
  await withDeps({ DATA_DIR: dataDir, OCR: 'off', LOG_LEVEL: 'error' }, async ({ db }) => {
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })
}

const end = async (process: ChildProcess, signal: NodeJS.Signals) => {
  const ended = once(process, 'exit')
  process.kill(signal)
  await ended
}

const runsOnBundledNode = [
  '--input-type=module',
  '-e',
  "import { runOnBundledNode } from './tools/scripts/bootstrap.mjs'\nawait runOnBundledNode(['server/main.ts'])",
]

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGKILL'] as const)(
  'a server under `npm start` stops cleanly after %s to npm only',
  LIMIT,
  async (signal) => {
    const server = await startedBy('npm', ['start'])
    await end(server.starter, signal)
    await hasEnded(server)
  },
)

test('a server under a script stops cleanly after SIGKILL to the script', LIMIT, async () => {
  const server = await startedBy(bundledNode(), runsOnBundledNode)
  await end(server.starter, 'SIGKILL')
  await hasEnded(server)
})

test.skipIf(process.platform === 'win32')(
  'a server started in the background outlives its shell, with another npm script’s variables too',
  LIMIT,
  async () => {
    const variables = `npm_lifecycle_event=test npm_lifecycle_script='node tools/scripts/test.mjs' npm_package_json='${root}/package.json'`
    const command = `${variables} nohup '${bundledNode()}' tools/scripts/start.mjs & sleep 1`
    const server = await startedBy('sh', ['-c', command])
    await poll(() => server.starter.exitCode !== null, { withinMs: 60_000, missing: 'the shell did not end' })
    await sleep(LOOKS_MS)
    expect(await server.answers()).toBe(true)
    process.kill(server.pid, 'SIGTERM')
    await hasEnded(server)
  },
)
