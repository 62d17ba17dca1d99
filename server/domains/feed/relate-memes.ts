import { withTransaction } from '#server/platform/db/db.ts'
import { lowestId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { publishRelated } from '../memes/visibility.ts'
import { knownTemplates } from '../search/known-templates/read-known.ts'
import { assignTemplates } from '../templates/group-memes.ts'
import {
  countApprovals,
  findAlike,
  findApproved,
  findTagsToRank,
  findUncompared,
  hasNoNeighbors,
  markRelated,
  replaceNeighbors,
  replaceTopMemesByTag,
  replaceUsualTags,
  saveAlike,
} from './relate-queries.ts'

const COMPARED_AT_ONCE = 50
const COMPARED_MAX = 100_000
const RELATED_AT_ONCE = 20
const RELATED_MAX = 2000
const TAGS_AT_ONCE = 20
const DAY_MS = 86_400_000
const FIRST_RUN_DAYS = 30

/**
 * For newly measured memes, finds lookalikes, templates, and their creators' usual tags.
 * @param signal stops between batches; the next run continues
 */
export async function compareNewMemes(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const known = await knownTemplates(deps)
  let after = lowestId(0)
  for (let done = 0; done < COMPARED_MAX && !signal?.aborted; done += COMPARED_AT_ONCE) {
    const memes = await findUncompared(deps.db, after, COMPARED_AT_ONCE)
    if (memes.length === 0) return
    const alike = await findAlike(
      deps.db,
      memes.map((meme) => meme.id),
    )
    await withTransaction(deps.db, async (tx) => {
      await saveAlike(
        tx,
        memes.map((meme) => meme.id),
        alike,
      )
      await assignTemplates(tx, memes, alike, known)
      await replaceUsualTags(
        tx,
        memes.map((meme) => meme.id),
      )
    })
    if (memes.length < COMPARED_AT_ONCE) return
    after = memes.at(-1)?.id ?? after
  }
}

/**
 * Recomputes neighbors by taste, creators' usual tags, and the best memes of each tag, for memes that gained enough approvals
 * since a given time to change them. The first run covers a whole month.
 */
export async function relateByTaste(deps: Pick<Deps, 'db'>, since: Date): Promise<void> {
  const isFirst = await hasNoNeighbors(deps.db)
  const from = isFirst ? new Date(Date.now() - FIRST_RUN_DAYS * DAY_MS) : since
  const memes = await findApproved(deps.db, from, RELATED_MAX, isFirst)
  const approvals = await countApprovals(deps.db)
  for (let start = 0; start < memes.length; start += RELATED_AT_ONCE) {
    const some = memes.slice(start, start + RELATED_AT_ONCE)
    await withTransaction(deps.db, async (tx) => {
      await replaceNeighbors(tx, some, approvals)
      await markRelated(tx, some)
      await replaceUsualTags(tx, some)
      await publishRelated(tx)
    })
  }
  const tags = await findTagsToRank(deps.db, memes)
  for (let start = 0; start < tags.length; start += TAGS_AT_ONCE)
    await withTransaction(deps.db, async (tx) => {
      await replaceTopMemesByTag(tx, tags.slice(start, start + TAGS_AT_ONCE))
      await publishRelated(tx)
    })
}
