import { type ChildProcess, spawn } from 'node:child_process'
import { bundledNode, compileCache, root, withoutConfiguration } from '../tools/scripts/bootstrap.mjs'

export interface Cli {
  child: ChildProcess
  /** The first output line that contains these words; rejects if the command ends without one. */
  prints(words: string): Promise<string>
  ended: Promise<{ code: number | null; out: string; err: string }>
}

/** Runs `npm run cli -- …` without npm, in a separate process. */
export function startCli(environment: Record<string, string>, ...words: string[]): Cli {
  const child = spawn(bundledNode(), ['server/ops/cli/main.ts', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutConfiguration(process.env), NODE_COMPILE_CACHE: compileCache, ...environment },
  })
  const written = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    written.out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    written.err += chunk
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, ...written })),
  )
  return {
    child,
    ended,
    prints: (words) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const line = `${written.out}${written.err}`.split('\n').find((text) => text.includes(words))
          if (line !== undefined) resolve(line)
        }
        child.stdout.on('data', look)
        child.stderr.on('data', look)
        look()
        ended.then(({ out, err }) => reject(new Error(`ended without “${words}”: ${out}${err}`)))
      }),
  }
}

export const cli = (environment: Record<string, string>, ...words: string[]) => startCli(environment, ...words).ended
