import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'
import { findNearestMeanings } from '../likeness/meaning-queries.ts'
import { outliers } from './outliers.ts'

const NEAREST = 100
/** Time limit, so that a busy or broken model does not delay the text results. */
const WAIT_MS = 2000

/**
 * Returns memes with pictures that match a text's meaning by the operator's model, with their similarity. Returns none without
 * a model or on timeout.
 * @param newest exclude ids above it
 */
export async function findByMeaning(
  deps: Pick<Deps, 'db' | 'log' | 'meaning'>,
  viewer: Viewer,
  text: string,
  newest: string,
): Promise<Map<string, number>> {
  const { meaning } = deps
  if (!meaning) return new Map()
  try {
    const { dimensions } = await meaning.ready()
    const vector = await withTimeout(WAIT_MS, meaning.embedText(text), 'The CLIP model took too long')
    if (vector.every((value) => value === 0)) return new Map()
    const nearest = await findNearestMeanings(deps.db, viewer, { id: meaning.id, dimensions }, vector, NEAREST, newest)
    return new Map(outliers(nearest).map(({ id, likeness }) => [id, likeness]))
  } catch (error) {
    deps.log.warn({ err: error }, 'searched without the CLIP model')
    return new Map()
  }
}
