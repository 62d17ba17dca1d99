import type { TemplateDetail } from '#contract/templates/templates.ts'
import { fold, wordsOf } from '#contract/words.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { ANY_VISITOR } from '#server/platform/viewer.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import { type Actor, requirePower } from '../moderation/require-power.ts'
import { knownTemplates } from '../search/known-templates/read-known.ts'
import { countMemes, lockTemplates, mergeTemplates, splitTemplate as split } from './group-queries.ts'
import { getTemplate } from './list-templates.ts'
import { findTemplate, setTemplateName } from './queries.ts'
import { recognizeTemplates } from './recognize.ts'

/** Renames a template; with an empty name, its memes vote on the name again. Throws template.notFound. */
export async function renameTemplate(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>,
  by: Actor,
  id: string,
  name: string,
): Promise<TemplateDetail> {
  // Decisions apply to all public memes, regardless of the moderator's own filters.
  const row = await findTemplate(deps.db, ANY_VISITOR, id)
  if (!row) throw new AppError('template.notFound')
  const folded = wordsOf(name).map(fold).join(' ')
  const known = await knownTemplates(deps)
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    await setTemplateName(tx, row.id, name || null, name ? folded : null)
    await recognizeTemplates(tx, known, [row.id])
    await noteChange(tx, by, row.id, name ? `is called “${name}”` : 'has the name that its memes vote for')
  })
  return getTemplate(deps, ANY_VISITOR, row.id)
}

/**
 * Moves some memes of a template to a new template. The link stays with the remaining memes, and the two are not merged
 * automatically again.
 * @throws AppError template.notFound; template.nothingToSplit if none or all of the memes belong to the template
 */
export async function splitTemplate(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>,
  by: Actor,
  id: string,
  memes: readonly string[],
): Promise<TemplateDetail> {
  const created = newId()
  const known = await knownTemplates(deps)
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    const template = await findTemplate(tx, ANY_VISITOR, id)
    if (!template) throw new AppError('template.notFound')
    const { moved, left } = await split(tx, template.id, created, memes)
    if (moved === 0 || left === 0) throw new AppError('template.nothingToSplit')
    await countMemes(tx, [template.id, created])
    await recognizeTemplates(tx, known, [template.id, created])
    await noteChange(tx, by, template.id, `gave ${moved} memes to ${created}`)
  })
  return getTemplate(deps, ANY_VISITOR, created)
}

/**
 * Moves the memes of another template into this one, even if a moderator split the two.
 * @throws AppError template.notFound, also for the other template; template.nothingToMerge if they are the same
 */
export async function mergeTemplate(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log'>,
  by: Actor,
  id: string,
  otherId: string,
): Promise<TemplateDetail> {
  const known = await knownTemplates(deps)
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    const [template, other] = [await findTemplate(tx, ANY_VISITOR, id), await findTemplate(tx, ANY_VISITOR, otherId)]
    if (!template || !other) throw new AppError('template.notFound')
    if (template.id === other.id) throw new AppError('template.nothingToMerge')
    await mergeTemplates(tx, other.id, template.id)
    await countMemes(tx, [template.id])
    await recognizeTemplates(tx, known, [template.id])
    await noteChange(tx, by, template.id, `has the memes of ${other.id}`)
  })
  return getTemplate(deps, ANY_VISITOR, id)
}

/**
 * Logs and publishes a moderator's change to a template, in the transaction of the change. A template belongs to no single user, so any current
 * moderator may correct it. Throws the errors of `requirePower`.
 */
export async function noteChange(tx: Tx, by: Actor, templateId: string, what: string): Promise<void> {
  await requirePower(tx, by, null, 'content')
  await logAdmin(tx, by, {
    action: 'settings',
    targetKind: 'settings',
    targetId: templateId,
    reason: `template ${templateId} ${what}`,
  })
  await publish(tx, 'templatesChanged')
}
