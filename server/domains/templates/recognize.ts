import { publish } from '#server/platform/change-bus/change-bus.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { ANY_VISITOR } from '#server/platform/viewer.ts'
import type { KnownTemplates } from '../search/known-templates/known-templates.ts'
import { knownTemplates } from '../search/known-templates/read-known.ts'
import { lockTemplates } from './group-queries.ts'
import { findMemesOf } from './queries.ts'
import { findGroups, findUnrecognized, saveRecognized } from './recognition-queries.ts'
import { recognitionVersion, recognizeGroup } from './recognize-group.ts'

const BATCH = 50
/** The length of the mean of very different pictures approaches 0. */
const MEAN_LENGTH_MIN = 0.1

/** Matches these templates with the known templates, and stores the result. Requires `lockTemplates`. */
export async function recognizeTemplates(tx: Tx, known: KnownTemplates, ids: readonly string[]): Promise<void> {
  const groups = await findGroups(tx, ANY_VISITOR, ids)
  const memes = Map.groupBy(await findMemesOf(tx, ANY_VISITOR, [...ids]), (meme) => meme.template_id)
  const decided = groups.map(({ id, name, vector, known_id }) => ({
    id,
    before: known_id,
    knownId: recognizeGroup(known, {
      givenName: name,
      vector: vector && unit(vector),
      memes: (memes.get(id) ?? []).map((meme) => ({
        name: meme.name,
        creator: meme.user_id,
        tags: meme.tags,
        pictureText: meme.picture_text ?? '',
      })),
    }),
  }))
  await saveRecognized(tx, decided, recognitionVersion(known))
  if (decided.some(({ before, knownId }) => before !== knownId)) await publish(tx, 'templatesChanged')
}

function unit(vector: readonly number[]): number[] | null {
  const length = Math.hypot(...vector)
  return length < MEAN_LENGTH_MIN ? null : vector.map((value) => value / length)
}

/**
 * Compares the templates that were not yet compared with the present packs.
 * @param signal stops between batches; the next run continues
 */
export async function recognizeOutdated(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const known = await knownTemplates(deps)
  while (!signal.aborted) {
    const count = await withTransaction(deps.db, async (tx) => {
      await lockTemplates(tx)
      const ids = await findUnrecognized(tx, recognitionVersion(known), BATCH)
      if (ids.length > 0) await recognizeTemplates(tx, known, ids)
      return ids.length
    })
    if (count < BATCH) return
  }
}
