import type { Remixes } from '#contract/templates/templates.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import { showMemes } from '../memes/lists/list-memes.ts'
import { knownTemplates } from '../search/known-templates/read-known.ts'
import { findMade, findOrigin, insertOrigin } from './origin-queries.ts'
import { presentTemplate } from './present.ts'
import { findMemesOf, findTemplate } from './queries.ts'

const MADE_SHOWN = 12

/** Stores the origins that a new meme declares. */
export async function storeOrigin(
  tx: Tx,
  memeId: string,
  from: { template?: string | undefined; madeFrom?: string | undefined },
): Promise<void> {
  if (from.template || from.madeFrom)
    await insertOrigin(tx, memeId, { template: from.template ?? null, meme: from.madeFrom ?? null })
}

/** Returns the origins of a meme, and the most liked memes made from it. Throws meme.notFound, meme.removed. */
export async function getRemixes(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>,
  viewer: Viewer,
  id: string,
): Promise<Remixes> {
  await getMeme(deps, viewer, id)
  const origin = await findOrigin(deps.db, viewer, id)
  const { ids, count } = await findMade(deps.db, viewer, id, MADE_SHOWN)
  const shown = origin?.made_from_id ? [origin.made_from_id, ...ids] : ids
  const cards = new Map((await showMemes(deps, viewer, 'offered', shown)).map((card) => [card._id, card]))
  const template = origin?.template_id ? await findTemplate(deps.db, viewer, origin.template_id) : undefined
  const naming = { known: await knownTemplates(deps), language: viewer.language }
  const named = template && presentTemplate(template, await findMemesOf(deps.db, viewer, [template.id]), naming)
  return {
    madeFrom: cards.get(origin?.made_from_id ?? '') ?? null,
    template: named ? { _id: named._id, name: named.name } : null,
    made: ids.flatMap((one) => cards.get(one) ?? []),
    madeCount: count,
  }
}
