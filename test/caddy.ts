import { spawn } from 'node:child_process'
import { findOrInstallCaddy } from '../tools/scripts/caddy.mjs'
import { poll } from './poll.ts'
import { temporaryFolder } from './temporary-folder.ts'

const START_WITHIN_MS = 10_000

/** Runs Caddy with a configuration file, and waits until it responds at `origin`. */
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
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await folder.remove()
  }
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error('Caddy ended')
    return (await fetch(`${origin}/api/health`).catch(() => null))?.ok ?? false
  }
  try {
    await poll(isUp, { withinMs: START_WITHIN_MS, missing: 'Caddy does not answer' })
    return { stop }
  } catch (error) {
    await stop()
    throw new Error(`Caddy did not start\n${output}`, { cause: error })
  }
}
