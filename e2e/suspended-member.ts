import type { AppProcess } from '#test/app-process.ts'
import { cli } from '#test/cli.ts'

/** Suspends a member with the operator's command line while the server runs. */
export async function suspend(app: AppProcess, username: string, reason: string): Promise<void> {
  const { code, err } = await cli(app.environment, 'user', 'suspend', username, reason)
  if (code !== 0) throw new Error(err)
}
