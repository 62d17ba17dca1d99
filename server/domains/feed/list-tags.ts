import type { Deps } from '#server/deps.ts'
import { countTags } from './queries.ts'

const TAGS = 30
const FRESH_MS = 60_000

let kept: { expires: number; tags: Promise<{ tag: string; count: number }[]>; db: unknown } | undefined

/** Tags that nobody uses any more are not to be named for another minute: those of somebody who left. */
export function forgetTags(): void {
  kept = undefined
}

/** The tags in use most; counted once a minute. */
export async function listTags(deps: Pick<Deps, 'db'>): Promise<{ tag: string; count: number }[]> {
  if (!kept || kept.expires < Date.now() || kept.db !== deps.db) {
    kept = { expires: Date.now() + FRESH_MS, tags: countTags(deps.db, TAGS), db: deps.db }
    kept.tags.catch(() => {
      kept = undefined
    })
  }
  return kept.tags
}
