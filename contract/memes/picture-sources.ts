import { PICTURE_MEDIUM_WIDTH_PX, PICTURE_SMALL_WIDTH_PX, WEBP_MAX_SIDE_PX } from '../limits.ts'
import type { MemeImage } from './memes.ts'

/** Attributes of an `img`: the versions from which the browser chooses. */
export interface PictureSources {
  src: string
  srcSet?: string
  sizes?: string
}

/** Width in pixels of the stored version that may be at most `maxWidth` wide. */
export function storedWidth({ width, height }: Pick<MemeImage, 'width' | 'height'>, maxWidth: number): number {
  return Math.max(1, Math.round(width * Math.min(1, maxWidth / width, WEBP_MAX_SIDE_PX / height)))
}

/**
 * The small and the medium version, for lists. Animated pictures stay small: their larger version weighs megabytes.
 * @param sizes the displayed width, in the syntax of the `sizes` attribute
 */
export function listedSources(image: MemeImage, sizes: string): PictureSources {
  const { imageSmall, imageMedium, animated } = image
  const [small, medium] = [storedWidth(image, PICTURE_SMALL_WIDTH_PX), storedWidth(image, PICTURE_MEDIUM_WIDTH_PX)]
  if (animated || small === medium) return { src: imageSmall }
  return { src: imageSmall, srcSet: `${imageSmall} ${small}w, ${imageMedium} ${medium}w`, sizes }
}

/** A picture with a larger height-to-width ratio has a readable width and scrolls. */
export const STRIP_RATIO = 2

/** All versions, for a meme's page, where the picture is as large as the stage allows: see meme-detail.module.css. */
export function figureSources(image: MemeImage): PictureSources {
  const { imageSmall, imageMedium, imageOrigin, width, height, animated } = image
  if (animated) return { src: imageMedium }
  const [small, medium] = [storedWidth(image, PICTURE_SMALL_WIDTH_PX), storedWidth(image, PICTURE_MEDIUM_WIDTH_PX)]
  const forms = new Map([
    [width, imageOrigin],
    [medium, imageMedium],
    [small, imageSmall],
  ])
  const isStrip = height / width > STRIP_RATIO
  const bound = (share: string, height: number) =>
    isStrip ? share : `min(${share}, ${Math.ceil((height * width) / image.height)}svh)`
  return {
    src: imageMedium,
    srcSet: [...forms]
      .map(([pixels, address]) => `${address} ${pixels}w`)
      .reverse()
      .join(', '),
    sizes: `(width < 900px) ${bound('100vw', 80)}, ${bound('65vw', 90)}`,
  }
}
