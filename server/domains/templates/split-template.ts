import type { TemplateDetail } from '#contract/templates.ts'
import { withTransaction } from '#server/db/db.ts'
import { newId } from '#server/db/id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { countMemes, lockTemplates, splitTemplate as split } from './group-queries.ts'
import { getTemplate } from './list-templates.ts'
import { findTemplate } from './queries.ts'

/**
 * Gives some memes of a template one of their own. The link stays with the others, and the two are not joined again.
 * @throws AppError template.notFound; template.nothingToSplit where none of the memes is the template's, or all are
 */
export async function splitTemplate(
  deps: Pick<Deps, 'db'>,
  id: string,
  memes: readonly string[],
): Promise<TemplateDetail> {
  const created = newId()
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    const template = await findTemplate(tx, id)
    if (!template) throw new AppError('template.notFound')
    const { moved, left } = await split(tx, template.id, created, memes)
    if (moved === 0 || left === 0) throw new AppError('template.nothingToSplit')
    await countMemes(tx, [template.id, created])
  })
  return getTemplate(deps, created)
}
