import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { TEMPLATE_PICTURE_MAX_PX } from '#contract/limits.ts'
import { applyRepair, type Stroke } from '#contract/templates/apply-repair.ts'
import type { CaptionBox } from '#contract/templates/templates.ts'
import { alignedPictures, combinePictures, distinctPictures } from '#server/platform/images/combine-pictures.ts'
import type { Size } from '#server/platform/images/encode.ts'
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

export interface PictureRepair {
  stroke: Stroke
  /** Reads an encoded picture with the pixels; without one, the surroundings fill the stroke. */
  read?: (() => Promise<Buffer | undefined>) | undefined
}

interface ComposeOptions {
  /** Stored in the file, so that pictures with other names are other files. */
  name?: string
  repairs?: readonly PictureRepair[]
}

/**
 * Composes the picture of a template without captions from pictures of one shape, and repairs it.
 * @param pictures at least one; the first decides the size
 */
export async function composePicture(
  pictures: readonly ReadPicture[],
  { name = 'template', repairs = [] }: ComposeOptions = {},
): Promise<ComposedPicture> {
  const [first, ...others] = pictures
  if (!first) throw new Error('No pictures to compose')
  const { data, size } = await decode(first.bytes)
  const decoded = [{ data, words: first.words }]
  for (const { bytes, words } of others) decoded.push({ data: (await decode(bytes, size)).data, words })
  const combined = await combinePictures(distinctPictures(alignedPictures(decoded)), size)
  for (const { stroke, read } of repairs) {
    // One at a time: a hundred of them could fill the memory.
    const source = await read?.()
    applyRepair(combined.data, size, stroke, source && (await decode(source, size)).data)
    await yieldToOthers()
  }
  const bytes = await sharp(combined.data, { raw: { ...size, channels: 3 } })
    .withExif({ IFD0: { ImageDescription: name } })
    .webp({ quality: QUALITY })
    .toBuffer()
  return { bytes, isComplete: combined.isComplete }
}

/** Decodes a picture to RGB, in the given size or one that fits into the largest one. */
async function decode(bytes: Buffer, size?: Size): Promise<{ data: Uint8Array; size: Size }> {
  const largest = { width: TEMPLATE_PICTURE_MAX_PX, height: TEMPLATE_PICTURE_MAX_PX }
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .resize(size ? { ...size, fit: 'fill' } : { ...largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), size: { width: info.width, height: info.height } }
}
