import { REPAIRS_MAX } from '#contract/limits.ts'
import type { Repair } from '#contract/templates/template-picture.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { PictureError } from '#server/platform/images/picture-error.ts'
import { ANY_VISITOR } from '#server/platform/viewer.ts'
import type { Actor } from '../moderation/require-power.ts'
import { noteChange } from './change-templates.ts'
import { lockTemplates } from './group-queries.ts'
import { getTemplate } from './list-templates.ts'
import { markPictureStale } from './picture-queries.ts'
import { findTemplate } from './queries.ts'
import { countRepairs, deleteRepairs, findRepairMemes, insertRepairs } from './repair-queries.ts'
import { storePicture } from './store-pictures.ts'
import { findSources } from './template-picture.ts'

/**
 * Adds repairs to the picture of a template and composes it again.
 * @throws AppError `template.notFound`; `template.tooManyRepairs`; `meme.notFound` if a repair takes pixels from a meme that is
 *   not one of the template that every visitor may see
 */
export async function repairPicture(
  deps: Pick<Deps, 'blobs' | 'caches' | 'config' | 'db' | 'log' | 'stagingDir'>,
  by: Actor,
  id: string,
  { repairs, startOver }: { repairs: readonly Repair[]; startOver: boolean },
): Promise<TemplateDetail> {
  const template = await findTemplate(deps.db, ANY_VISITOR, id)
  const [face] = template ? await findSources(deps, ANY_VISITOR, template.id) : []
  if (!template || !face) throw new AppError('template.notFound')
  const strokes = repairs.map(({ memeId, ...stroke }) => ({ stroke, memeId }))
  const asked = [...new Set(strokes.flatMap(({ memeId }) => memeId ?? []))]
  await withTransaction(deps.db, async (tx) => {
    await lockTemplates(tx)
    const memes = await findRepairMemes(tx, ANY_VISITOR, template.id, asked)
    if (memes.length < asked.length) throw new AppError('meme.notFound')
    if (startOver) await deleteRepairs(tx, template.id)
    if ((await countRepairs(tx, template.id)) + strokes.length > REPAIRS_MAX)
      throw new AppError('template.tooManyRepairs')
    await markPictureStale(tx, template.id)
    await insertRepairs(tx, template.id, strokes, face.width / face.height)
    const how = startOver ? 'without its earlier repairs, and ' : ''
    await noteChange(tx, by, template.id, `has a new picture, ${how}with ${strokes.length} repairs`)
  })
  try {
    await storePicture(deps, template.id)
  } catch (error) {
    // The job composes it in the next minute.
    if (!(error instanceof PictureError)) throw error
  }
  return getTemplate(deps, ANY_VISITOR, template.id)
}
