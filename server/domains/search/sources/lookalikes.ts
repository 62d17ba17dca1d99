import { likeness } from '#server/domains/search/likeness/descriptor/visual.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { findNearestOf } from '../likeness/queries.ts'
import { findVectors } from '../queries.ts'
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
  const vectors = await findVectors(deps.db, seeds)
  const found = new Map<string, number>()
  const ordered = seeds.map((id) => vectors.get(id)).filter((vector) => vector !== undefined)
  for (const near of await findNearestOf(deps, viewer, templatesOf(ordered), NEAREST, newest)) {
    if (near.likeness < TEMPLATE_LIKENESS_FLOOR) continue
    found.set(near.id, Math.max(near.likeness, found.get(near.id) ?? 0))
  }
  return found
}

/** Clusters similar vectors and returns their means, largest cluster first. The mean averages out different captions. */
function templatesOf(vectors: number[][]): number[][] {
  const groups: { first: number[]; members: number[][] }[] = []
  for (const vector of vectors) {
    const group = groups.find(({ first }) => likeness(first, vector) >= TEMPLATE_LIKENESS_FLOOR)
    if (group) group.members.push(vector)
    else groups.push({ first: vector, members: [vector] })
  }
  return groups
    .sort((a, b) => b.members.length - a.members.length)
    .slice(0, TEMPLATES)
    .map(({ members }) => mean(members))
}

function mean(vectors: number[][]): number[] {
  const first = vectors[0] ?? []
  return first.map((_, index) => vectors.reduce((sum, vector) => sum + (vector[index] ?? 0), 0) / vectors.length)
}
