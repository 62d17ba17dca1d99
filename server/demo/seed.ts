import type { Deps } from '../deps.ts'
import { isEmpty, readProgress, wasRemoved } from './seed-queries.ts'

/**
 * Fills an empty database with demo people and memes in the background, continuing an interrupted filling. Does nothing if
 * DEMO=false, on PostgreSQL unless DEMO=true, if there are people already, or after `demo remove` unless DEMO=true.
 */
export async function seedDemoIfWanted(deps: Deps, isStopping: () => boolean): Promise<void> {
  const { demo, databaseUrl } = deps.config
  const isWanted = demo === 'true' || (demo === 'auto' && databaseUrl === undefined)
  if (!isWanted) return
  const began = (await readProgress(deps.db)) !== null
  if (demo === 'auto' && (await wasRemoved(deps.db))) return
  if (!began && !(await isEmpty(deps.db))) return
  const { fillDemo } = await import('./fill.ts')
  await fillDemo(deps, isStopping)
}
