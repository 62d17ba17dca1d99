import { createHash } from 'node:crypto'
import type { Caption, RenderFormat } from '#contract/captions.ts'
import { renderCaptions, unsupportedCharacters } from '#server/adapters/captions/render-captions.ts'
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
  const missing = unsupportedCharacters(captions)
  if (missing.length > 0) {
    const characters = missing.slice(0, NAMED_CHARACTERS).join(' ')
    throw new AppError('caption.unsupportedCharacters', { params: { characters }, fields: { characters: missing } })
  }
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
