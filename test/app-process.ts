import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledNode, root, serverMemory, withoutConfiguration } from '../tools/scripts/bootstrap.mjs'
import { freePort } from '../tools/scripts/free-port.mjs'
import { poll } from './poll.ts'

/** A start takes a second or two, but a minute or more on a busy machine. */
const READY_SECONDS = 150
const STOP_SECONDS = 30
const LOG_CHARACTERS = 200_000
/** Tests, unlike benchmarks, run the embedded database on baseline code, as with little memory, to save CPU time. */
const isTest = Boolean(process.env.VITEST || process.env.TEST_WORKER_INDEX)
const BASELINE_CODE = isTest ? ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] : []

export type AppProcess = {
  /** Without a trailing slash. */
  url: string
  port: number
  pid: number
  dataDir: string
  /** The environment variables that commands need to access its data. */
  environment: Record<string, string>
  /** The server's output so far, possibly truncated to the end. */
  log: () => string
  /** Stops the server as Ctrl-C does, removes its data and returns its exit code. */
  stop: () => Promise<number | null>
}

/**
 * Runs the real application in a separate process, on a free port, with its own data and no demo content.
 * @param env overrides, such as `{ DEMO: 'true' }`; a DATA_DIR given here is not deleted when the process stops; `PUBLIC_HOST`,
 *   which is not a variable of the server, is the host of its URL (127.0.0.1)
 * @param onOutput receives all output of the server, also during start-up
 * @param logFile a file to which the server writes its log instead of a pipe; `log()` and `onOutput` are empty then
 * @param sources folder of the code, to run another version of the product
 * @throws with the end of the log if the server is not ready within two and a half minutes
 */
export async function startApp(
  env: Record<string, string> = {},
  onOutput: (text: string) => void = () => {},
  logFile?: string,
  sources = root,
): Promise<AppProcess> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT)
  const ownData = env.DATA_DIR === undefined
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'memeroom-')))
  const { PUBLIC_HOST: host = '127.0.0.1', ...overrides } = env
  const url = `http://${host}:${port}`
  const file = logFile === undefined ? undefined : openSync(logFile, 'w')
  const output = file ?? 'pipe'
  const child = spawn(bundledNode(), [...BASELINE_CODE, 'server/main.ts'], {
    cwd: sources,
    stdio: ['ignore', output, output],
    env: {
      ...withoutConfiguration(process.env),
      ...serverMemory,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DEMO: 'false',
      RATE_LIMITS: 'off',
      ...overrides,
    },
  })
  if (file !== undefined) closeSync(file)
  let text = ''
  const collect = (chunk: Buffer) => {
    text = (text + chunk).slice(-LOG_CHARACTERS)
    onOutput(text)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)

  const stop = async () => {
    const code = await end(child)
    if (ownData) await rm(dataDir, { recursive: true, force: true })
    return code
  }
  try {
    await ready(child, url)
  } catch (error) {
    await stop()
    throw new Error(`${String(error)}\n${text.slice(-4000)}`)
  }
  const environment = { DATA_DIR: dataDir, ...(env.DATABASE_URL ? { DATABASE_URL: env.DATABASE_URL } : {}) }
  return { url, port, pid: child.pid ?? 0, dataDir, environment, log: () => text, stop }
}

/** Runs the server until it ends by itself or has written `until`; returns all its output. */
export async function runToEnd(
  env: Record<string, string>,
  until?: string,
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(bundledNode(), [...BASELINE_CODE, '--no-warnings', 'server/main.ts'], {
    cwd: root,
    env: { ...withoutConfiguration(process.env), DEMO: 'false', LOG_LEVEL: 'silent', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      if (until && output.includes(until)) child.kill('SIGKILL')
    })
  }
  // Not 'exit', which can be emitted before all output has arrived.
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, lines: output.trim().split('\n') }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode} before it was ready`)
    const response = await fetch(`${url}/api/ready`).catch(() => null)
    return response?.ok ?? false
  }
  await poll(isReady, {
    withinMs: READY_SECONDS * 1000,
    missing: `the server was not ready within ${READY_SECONDS} s`,
  })
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000)
  const code = await ended
  clearTimeout(timer)
  return code
}
