import { type AppProcess, startApp } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'

/**
 * Creates a member on a separate server, suspends them with the operator's command line while it runs, and then runs `work`.
 * @param make returns the member, whose username is passed to the command
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
