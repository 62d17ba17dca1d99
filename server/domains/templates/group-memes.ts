import { isDecidedByBlocks, isSameTemplate } from '#server/domains/search/likeness/descriptor/same-template.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { KnownTemplates } from '../search/known-templates/known-templates.ts'
import { TEMPLATE_LIKENESS_FLOOR } from '../search/rules.ts'
import {
  countMemes,
  findFingerprints,
  findSplits,
  findTemplateIds,
  insertTemplates,
  lockTemplates,
  mergeTemplates,
  saveTemplates,
} from './group-queries.ts'
import { recognizeTemplates } from './recognize.ts'

export interface LookalikePair {
  memeId: string
  otherId: string
  likeness: number
}

/**
 * Assigns a template to newly measured memes: that of their nearest memes, or a new one. Merges templates that a meme connects
 * into the earliest one, and recognizes well-known ones. Only one transaction at a time changes groups.
 * @param memes with the version of their visual descriptors
 * @param pairs the most similar memes of each, nearest first
 */
export async function assignTemplates(
  tx: Tx,
  memes: readonly { id: string; version: number }[],
  pairs: readonly LookalikePair[],
  known: KnownTemplates,
): Promise<void> {
  await lockTemplates(tx)
  const ids = [...new Set([...memes.map(({ id }) => id), ...pairs.map(({ otherId }) => otherId)])]
  const unsure = pairs.filter(({ likeness }) => isDecidedByBlocks(likeness, TEMPLATE_LIKENESS_FLOOR))
  const fingerprints = await findFingerprints(tx, [
    ...new Set(unsure.flatMap(({ memeId, otherId }) => [memeId, otherId])),
  ])
  const templateOf = await findTemplateIds(tx, ids)
  const pairsOf = Map.groupBy(pairs, ({ memeId }) => memeId)
  const left = new Set<string>()
  const fresh: string[] = []
  const add = (id: string) => {
    fresh.push(id)
    return id
  }
  for (const { id } of memes) {
    const near = (pairsOf.get(id) ?? []).filter(({ otherId, likeness }) =>
      isSameTemplate(likeness, TEMPLATE_LIKENESS_FLOOR, fingerprints.get(id), fingerprints.get(otherId)),
    )
    const former = templateOf.get(id)
    const shared = await joinable(tx, [...new Set(near.flatMap(({ otherId }) => templateOf.get(otherId) ?? []))])
    const [template = former ?? add(newId()), ...others] = shared
    if (others.length > 0) await insertTemplates(tx, fresh.splice(0))
    for (const other of others) {
      await mergeTemplates(tx, other, template)
      for (const [meme, its] of templateOf) if (its === other) templateOf.set(meme, template)
    }
    if (former && former !== template) left.add(former)
    templateOf.set(id, template)
  }
  const rows = memes.map(({ id, version }) => ({ id, version, templateId: templateOf.get(id) ?? '' }))
  await insertTemplates(tx, fresh)
  await saveTemplates(tx, rows)
  const changed = [...new Set([...rows.map(({ templateId }) => templateId), ...left])]
  await countMemes(tx, changed)
  await recognizeTemplates(tx, known, changed)
  await publish(tx, 'templatesChanged')
}

/**
 * Returns the templates to merge, earliest first: that of the nearest meme, and the others, except those that a moderator split
 * from one already chosen.
 * @param templates those of the nearest memes, nearest first
 */
async function joinable(tx: Tx, templates: readonly string[]): Promise<string[]> {
  const [nearest] = templates
  if (nearest === undefined || templates.length === 1) return [...templates]
  const splits = await findSplits(tx, [...templates])
  const isSeparated = (one: string, other: string) =>
    splits.some((split) => (split.one === one && split.other === other) || (split.one === other && split.other === one))
  const joined: string[] = []
  for (const one of templates) if (!joined.some((other) => isSeparated(one, other))) joined.push(one)
  return joined.sort()
}
