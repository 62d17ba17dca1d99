import { spawn } from 'node:child_process'
import { poll } from './poll.ts'
import type { TemporaryFolder } from './temporary-folder.ts'

const START_WITHIN_MS = 10_000

interface ProxyProgram {
  program: string
  args: string[]
  /** Its own folder, removed when it stops. */
  folder: TemporaryFolder
  env?: NodeJS.ProcessEnv
  responds: () => Promise<boolean>
}

/** Runs a proxy until it stops, and waits until it responds. */
export async function startProxy({
  program,
  args,
  folder,
  env,
  responds,
}: ProxyProgram): Promise<{ stop(): Promise<void> }> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(env ? { env } : {}) })
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
    if (child.exitCode !== null) throw new Error(`${program} ended`)
    return responds()
  }
  try {
    await poll(isUp, { withinMs: START_WITHIN_MS, missing: `${program} does not respond` })
    return { stop }
  } catch (error) {
    await stop()
    throw new Error(`${program} did not start\n${output}`, { cause: error })
  }
}
