import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findOrInstallCaddy } from '../scripts/caddy.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const START_TRIES = 200
const START_POLL_MS = 50

/** Runs Caddy with a configuration file, and waits until it answers at `origin`. */
export async function startCaddy(
  file: string,
  origin: string,
  env: Record<string, string>,
): Promise<{ stop(): Promise<void> }> {
  const program = findOrInstallCaddy()
  const folder = await temporaryFolder()
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder.path,
      XDG_DATA_HOME: folder.path,
      XDG_CONFIG_HOME: folder.path,
      ...env,
    },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await folder.remove()
  }
  for (let tries = 0; tries < START_TRIES && child.exitCode === null; tries += 1) {
    const answer = await fetch(`${origin}/api/health`).catch(() => null)
    if (answer?.ok) return { stop }
    await sleep(START_POLL_MS)
  }
  await stop()
  throw new Error(`Caddy did not start\n${said}`)
}
