import type { Caption, FrameFormat, RenderFormat } from '#contract/templates/captions.ts'
import { renderCaptions } from '#server/domains/templates/render/render-captions.ts'
import { renderFrames } from '#server/domains/templates/render/render-frames.ts'
import { UndrawableCaptions } from '#server/domains/templates/render/require-drawable.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { StagedSource } from '#server/platform/images/staging.ts'
import type { Member } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { templatePicture } from './template-picture.ts'

const NAMED_CHARACTERS = 5

/**
 * Renders a template with captions.
 * @throws AppError `template.notFound`, `caption.unsupportedCharacters`; PictureError `image.busy`, `image.tooSlow`
 */
export async function renderTemplate(
  deps: Pick<Deps, 'db' | 'blobs' | 'caches'>,
  viewer: Member,
  id: string,
  { captions, format }: { captions: readonly Caption[]; format: RenderFormat },
): Promise<Buffer> {
  const picture = await templatePicture(deps, viewer, id)
  return namingCharacters(() => renderCaptions(picture.bytes, captions, { format, owner: queueOwner(viewer) }))
}

/**
 * Renders a picture with captions on each of its frames. The caller must discard `source`.
 * @throws AppError `caption.unsupportedCharacters`; PictureError as an upload does
 */
export async function renderPicture(
  { stagingDir }: Pick<Deps, 'stagingDir'>,
  viewer: Member,
  source: StagedSource,
  { captions, format }: { captions: readonly Caption[]; format: FrameFormat },
): Promise<Buffer> {
  return namingCharacters(() => renderFrames(source, captions, format, { stagingDir, owner: queueOwner(viewer) }))
}

async function namingCharacters<T>(render: () => Promise<T>): Promise<T> {
  try {
    return await render()
  } catch (error) {
    if (!(error instanceof UndrawableCaptions)) throw error
    const characters = error.characters.slice(0, NAMED_CHARACTERS).join(' ')
    throw new AppError('caption.unsupportedCharacters', {
      params: { characters },
      fields: { characters: error.characters },
    })
  }
}
