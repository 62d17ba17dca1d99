import type { TemplateDetail } from '#contract/templates.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { visitorIn } from '#server/platform/viewer.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import { type Actor, requirePower } from '../moderation/require-power.ts'
import { countMemes, lockTemplates, mergeTemplates, splitTemplate as split } from './group-queries.ts'
import { getTemplate } from './list-templates.ts'
import { findTemplate, setTemplateName } from './queries.ts'

/** A decision is about all memes that anybody may see, whatever its moderator hides. */
const DESK = visitorIn('en')

/** Gives a template a name; an empty one lets its memes vote again. Throws template.notFound. */
export async function renameTemplate(
  deps: Pick<Deps, 'db'>,
  by: Actor,
  id: string,
  name: string,
): Promise<TemplateDetail> {
  const row = await findTemplate(deps.db, DESK, id)
  if (!row) throw new AppError('template.notFound')
  const folded = wordsOf(name).map(fold).join(' ')
  await withTransaction(deps.db, async (tx) => {
    await setTemplateName(tx, row.id, name || null, name ? folded : null)
    await noteChange(tx, by, row.id, name ? `is called “${name}”` : 'has the name that its memes vote for')
  })
  return getTemplate(deps, DESK, row.id)
}

/**
 * Gives some memes of a template one of their own. The link stays with the others, and the two are not joined again.
 * @throws AppError template.notFound; template.nothingToSplit where none of the memes is the template's, or all are
 */
export async function splitTemplate(
  deps: Pick<Deps, 'db'>,
  by: Actor,
  id: string,
  memes: readonly string[],
): Promise<TemplateDetail> {
  const created = newId()
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    const template = await findTemplate(tx, DESK, id)
    if (!template) throw new AppError('template.notFound')
    const { moved, left } = await split(tx, template.id, created, memes)
    if (moved === 0 || left === 0) throw new AppError('template.nothingToSplit')
    await countMemes(tx, [template.id, created])
    await noteChange(tx, by, template.id, `gave ${moved} memes to ${created}`)
  })
  return getTemplate(deps, DESK, created)
}

/**
 * Gives a template the memes of another, also where a moderator parted the two.
 * @throws AppError template.notFound, also of the other; template.nothingToMerge where they are one
 */
export async function mergeTemplate(
  deps: Pick<Deps, 'db'>,
  by: Actor,
  id: string,
  otherId: string,
): Promise<TemplateDetail> {
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    const [template, other] = [await findTemplate(tx, DESK, id), await findTemplate(tx, DESK, otherId)]
    if (!template || !other) throw new AppError('template.notFound')
    if (template.id === other.id) throw new AppError('template.nothingToMerge')
    await mergeTemplates(tx, other.id, template.id)
    await countMemes(tx, [template.id])
    await noteChange(tx, by, template.id, `has the memes of ${other.id}`)
  })
  return getTemplate(deps, DESK, id)
}

/**
 * Adds to the log of moderation what a moderator did to a template, in the transaction that does it. A template is no one
 * person's, so any moderator may correct it; they must still be one. Throws the errors of `requirePower`.
 */
async function noteChange(tx: Tx, by: Actor, templateId: string, what: string): Promise<void> {
  await requirePower(tx, by, null, 'content')
  await logAdmin(tx, by, {
    action: 'settings',
    targetKind: 'settings',
    targetId: templateId,
    reason: `template ${templateId} ${what}`,
  })
}
