import { hasRatio } from '#contract/templates/has-ratio.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { PictureError } from '#server/platform/images/picture-error.ts'
import { SERVER_OWNER } from '#server/platform/images/picture-queue.ts'
import { discard, stageBytes } from '#server/platform/images/staging.ts'
import { isServiceDown } from '#server/platform/unavailable.ts'
import { ANY_VISITOR } from '#server/platform/viewer.ts'
import { claimFiles, withStoredFiles } from '../memes/store-files.ts'
import {
  deleteNotes,
  deletePicture,
  findNotes,
  findStalePictures,
  markPictureStale,
  releaseNotes,
  savePicture,
  takeNotes,
} from './picture-queries.ts'
import { findRepairs } from './repair-queries.ts'
import { composeFrom, findSources } from './template-picture.ts'

type PictureDeps = Pick<Deps, 'db' | 'blobs' | 'stagingDir'>

const MEMES_MIN = 2
const BATCH = 20

/**
 * Composes the outdated pictures of templates, of the most used ones first. Several nodes share them.
 * @param signal stops between two pictures; the next run continues
 */
export async function storeTemplatePictures(deps: PictureDeps & Pick<Deps, 'log'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const stale = await findStalePictures(deps.db, BATCH)
    for (const { templateId, notes } of stale) {
      if (signal.aborted) return
      if (!(await takeNotes(deps.db, notes))) continue
      try {
        await storePicture(deps, templateId)
      } catch (error) {
        const isBusy = error instanceof PictureError && error.code === 'image.busy'
        if (isBusy || isServiceDown(error)) await releaseNotes(deps.db, notes)
        // Other pictures are waiting; the next run tries again.
        if (isBusy) return
        if (isServiceDown(error)) throw error
        deps.log.warn({ err: error, templateId }, 'could not compose a template picture')
        await deleteNotes(deps.db, notes)
      }
    }
    if (stale.length < BATCH) return
  }
}

/**
 * Stores the present picture of a noted template, or deletes it if fewer than two memes that every visitor may see have it.
 * Deletes the notes in the same transaction. If another run has deleted them, it has composed a picture that is at least as new,
 * and this one is discarded.
 */
export async function storePicture(deps: PictureDeps, templateId: string): Promise<void> {
  const notes = await findNotes(deps.db, templateId)
  if (notes.length === 0) return
  // Only memes that every visitor may see are in a picture that everyone sees.
  const rows = (await findSources(deps, ANY_VISITOR, templateId)).filter(({ sensitive }) => !sensitive)
  const repairs = (await findRepairs(deps.db, ANY_VISITOR, templateId)).filter(
    ({ ratio }) => rows[0] && hasRatio(rows[0], ratio),
  )
  const composed =
    rows.length < MEMES_MIN
      ? null
      : await composeFrom(deps, rows, SERVER_OWNER, {
          name: templateId,
          repairs: repairs.map(({ stroke, blob_medium }) => ({ stroke, file: blob_medium })),
        })
  if (!composed)
    return withTransaction(deps.db, async (tx) => {
      if (await deleteNotes(tx, notes)) await deletePicture(tx, templateId)
    })
  const file = await stageBytes(deps.stagingDir, composed.bytes, { extension: 'webp', mime: 'image/webp' })
  try {
    await withStoredFiles(deps, [file], () =>
      withTransaction(deps.db, async (tx) => {
        if (!(await deleteNotes(tx, notes))) return
        const { isComplete } = composed
        const memeIds = [...new Set([...rows.map(({ id }) => id), ...repairs.flatMap(({ meme_id }) => meme_id ?? [])])]
        const picture = { templateId, key: file.key, isComplete, memeIds }
        // Some changes of a meme note no template.
        if (!(await savePicture(tx, picture))) {
          await markPictureStale(tx, templateId)
          return
        }
        await claimFiles(tx, [file.key])
        await publish(tx, 'templatesChanged')
      }),
    )
  } finally {
    await discard(file)
  }
}
