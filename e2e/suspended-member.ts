import { type AppProcess, startApp } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'

/**
 * Makes a member on a server of its own, suspends them by the operator's command line while it runs, and tries `work` on it.
 * @param make answers the member, whose username the command is given
 */
export async function withSuspendedMember<T extends { username: string }>(
  env: Record<string, string>,
  make: (app: AppProcess) => Promise<T>,
  reason: string,
  work: (app: AppProcess, member: T) => Promise<void>,
): Promise<void> {
  const app = await startApp(env)
  try {
    const member = await make(app)
    const { code, err } = await cli({ DATA_DIR: app.dataDir }, 'user', 'suspend', member.username, reason)
    if (code !== 0) throw new Error(err)
    await work(app, member)
  } finally {
    await app.stop()
  }
}
