import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type AppProcess, startApp } from '#test/app-process.ts'
import { bundledNode, root } from '../scripts/bootstrap.mjs'

const run = promisify(execFile)

/**
 * Makes a member on a server of its own, suspends them by the operator's command line, and tries `work` on a server with
 * the same data. The embedded database has one owner, so each has it in turn.
 * @param make answers the member, whose username the command is given
 */
export async function withSuspendedMember<T extends { username: string }>(
  env: Record<string, string>,
  make: (app: AppProcess) => Promise<T>,
  reason: string,
  work: (app: AppProcess, member: T) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memeroom-suspended-'))
  try {
    const before = await startApp({ ...env, DATA_DIR: dataDir })
    const member = await make(before).finally(() => before.stop())
    const words = ['server/cli/main.ts', 'user', 'suspend', member.username, ...reason.split(' ')]
    await run(bundledNode(), words, { cwd: root, env: { ...process.env, DATA_DIR: dataDir, DEMO: 'false' } })
    const after = await startApp({ ...env, DATA_DIR: dataDir })
    await work(after, member).finally(() => after.stop())
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
