import type { Deps } from '#server/deps.ts'
import { countTags } from './queries.ts'

const TAGS = 30
const FRESH_MS = 60_000

let kept: { expires: number; tags: Promise<{ tag: string; count: number }[]>; db: unknown } | undefined

/** Invalidates the cache, so that tags of a deleted account disappear at once. */
export function forgetTags(): void {
  kept = undefined
}

/** The most used tags; counted once a minute. */
export async function listTags(deps: Pick<Deps, 'db'>): Promise<{ tag: string; count: number }[]> {
  if (!kept || kept.expires < Date.now() || kept.db !== deps.db) {
    kept = { expires: Date.now() + FRESH_MS, tags: countTags(deps.db, TAGS), db: deps.db }
    kept.tags.catch(() => {
      kept = undefined
    })
  }
  return kept.tags
}
