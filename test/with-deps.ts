import { closeDeps, openDeps } from '#server/open-deps.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Runs `work` in this process on the data of servers started with this environment. */
export async function withDeps<Result>(
  environment: Record<string, string>,
  work: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  const opened = await openDeps(readConfig({ ...environment, DEMO: 'false' }))
  try {
    return await work(opened.deps)
  } finally {
    await closeDeps(opened)
  }
}
