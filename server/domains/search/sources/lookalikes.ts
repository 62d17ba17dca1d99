import type { Viewer } from '#server/platform/viewer.ts'
import { findNearestOfTemplates } from '../likeness/queries.ts'
import type { StatisticsDeps } from '../query/common-words-queries.ts'
import { TEMPLATE_LIKENESS_FLOOR } from '../rules.ts'

/** Number of best matches used as seeds. */
export const SEEDS = 12
/** Maximum number of distinct templates among the seeds. */
const TEMPLATES = 3
const NEAREST = 100

/**
 * Returns lookalikes of the best matches with their likeness, above the template threshold.
 * @param seeds ids of the best matches, best first
 * @param newest exclude ids above it
 */
export async function findLookalikes(
  deps: StatisticsDeps,
  viewer: Viewer,
  seeds: string[],
  newest: string,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  if (seeds.length === 0) return found
  const sought = { seeds, templates: TEMPLATES, floor: TEMPLATE_LIKENESS_FLOOR, limit: NEAREST, newest }
  for (const { id, likeness } of await findNearestOfTemplates(deps, viewer, sought))
    found.set(id, Math.max(likeness, found.get(id) ?? 0))
  return found
}
