import { createHash } from 'node:crypto'
import type { Caption, FrameFormat, RenderFormat } from '#contract/captions.ts'
import { renderCaptions, unsupportedCharacters } from '#server/adapters/captions/render-captions.ts'
import { renderFrames } from '#server/adapters/captions/render-frames.ts'
import type { StagedSource } from '#server/adapters/images/staging.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { templatePicture } from './template-picture.ts'

const CACHED_MAX = 32
const NAMED_CHARACTERS = 5
const cache = new Map<string, Buffer>()

/**
 * A template with captions.
 * @throws AppError `template.notFound`, `caption.unsupportedCharacters`; PictureError `image.busy`
 */
export async function renderTemplate(
  deps: Pick<Deps, 'db' | 'blobs'>,
  id: string,
  { captions, format }: { captions: readonly Caption[]; format: RenderFormat },
): Promise<Buffer> {
  const picture = await templatePicture(deps, id)
  await requireDrawable(captions)
  const key = createHash('sha256')
    .update(JSON.stringify([id, picture.version, captions, format]))
    .digest('base64url')
  const known = cache.get(key)
  if (known) return known
  const bytes = await renderCaptions(picture.bytes, captions, format)
  cache.set(key, bytes)
  const [oldest] = cache.keys()
  if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest)
  return bytes
}

/**
 * A picture with captions on each of its frames. `source` stays the caller's to discard.
 * @throws AppError `caption.unsupportedCharacters`; PictureError as an upload does
 */
export async function renderPicture(
  deps: Pick<Deps, 'stagingDir'>,
  source: StagedSource,
  { captions, format }: { captions: readonly Caption[]; format: FrameFormat },
): Promise<Buffer> {
  await requireDrawable(captions)
  return renderFrames(source, captions, format, deps)
}

async function requireDrawable(captions: readonly Caption[]): Promise<void> {
  const missing = await unsupportedCharacters(captions)
  if (missing.length === 0) return
  const characters = missing.slice(0, NAMED_CHARACTERS).join(' ')
  throw new AppError('caption.unsupportedCharacters', { params: { characters }, fields: { characters: missing } })
}
