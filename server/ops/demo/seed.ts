import type { Deps } from '../../platform/deps.ts'
import { isEmpty, readProgress, wasRemoved } from './seed-queries.ts'

/**
 * Fills an empty database with demo users and memes; resumes an interrupted filling. Does nothing if DEMO=false; if users
 * already exist; or, unless DEMO=true, on PostgreSQL and after `demo remove`.
 * @returns whether it completed the demo
 */
export async function seedDemoIfEnabled(deps: Deps, isStopping: () => boolean): Promise<boolean> {
  const { demo, databaseUrl } = deps.config
  const isWanted = demo === 'true' || (demo === 'auto' && databaseUrl === undefined)
  if (!isWanted) return false
  const began = (await readProgress(deps.db)) !== null
  if (demo === 'auto' && (await wasRemoved(deps.db))) return false
  if (!began && !(await isEmpty(deps.db))) return false
  const { fillDemo } = await import('./fill.ts')
  return fillDemo(deps, isStopping)
}
