import type { TemplateDetail } from '#contract/templates.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { countMemes, lockTemplates, mergeTemplates } from './group-queries.ts'
import { getTemplate } from './list-templates.ts'
import { findTemplate } from './queries.ts'

/**
 * Gives a template the memes of another, also where a moderator parted the two.
 * @throws AppError template.notFound, also of the other; template.nothingToMerge where they are one
 */
export async function mergeTemplate(deps: Pick<Deps, 'db'>, id: string, otherId: string): Promise<TemplateDetail> {
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    const [template, other] = [await findTemplate(tx, id), await findTemplate(tx, otherId)]
    if (!template || !other) throw new AppError('template.notFound')
    if (template.id === other.id) throw new AppError('template.nothingToMerge')
    await mergeTemplates(tx, other.id, template.id)
    await countMemes(tx, [template.id])
  })
  return getTemplate(deps, id)
}
