import { TEMPLATE_PICTURE_MAX_PX } from '#contract/limits.ts'
import type { CaptionBox } from '#contract/templates/templates.ts'
import { alignedPictures, combinePictures, distinctPictures } from '#server/platform/images/combine-pictures.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'

const QUALITY = 92

export interface ReadPicture {
  /** An encoded picture. */
  bytes: Buffer
  /** The words read in it, in fractions of its width and height. */
  words: readonly CaptionBox[]
}

export interface ComposedPicture {
  /** WebP. */
  bytes: Buffer
  isComplete: boolean
}

/**
 * Composes the picture of a template without captions from pictures of one shape.
 * @param pictures at least one; the first decides the size
 * @param name stored in the file, so that pictures with other names are other files
 */
export async function composePicture(pictures: readonly ReadPicture[], name = 'template'): Promise<ComposedPicture> {
  let size: { width: number; height: number } | undefined
  const decoded = []
  for (const { bytes, words } of pictures) {
    const { data, info } = await sharp(bytes)
      .flatten({ background: '#fff' })
      .resize(
        size
          ? { ...size, fit: 'fill' }
          : {
              width: TEMPLATE_PICTURE_MAX_PX,
              height: TEMPLATE_PICTURE_MAX_PX,
              fit: 'inside',
              withoutEnlargement: true,
            },
      )
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    size ??= { width: info.width, height: info.height }
    decoded.push({ data: new Uint8Array(data), words })
  }
  if (!size) throw new Error('No pictures to compose')
  const combined = await combinePictures(distinctPictures(alignedPictures(decoded)), size)
  const bytes = await sharp(combined.data, { raw: { ...size, channels: 3 } })
    .withExif({ IFD0: { ImageDescription: name } })
    .webp({ quality: QUALITY })
    .toBuffer()
  return { bytes, isComplete: combined.isComplete }
}
