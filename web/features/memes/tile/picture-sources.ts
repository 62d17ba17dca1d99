import { PICTURE_MEDIUM_WIDTH_PX, PICTURE_SMALL_WIDTH_PX } from '#contract/limits.ts'
import type { MemeImage } from '#contract/memes.ts'
import { storedWidth } from '../picture/stored-width.ts'

/** Attributes of an `img`: the forms between which the browser chooses for a tile. */
export interface PictureSources {
  src: string
  srcSet?: string
  sizes?: string
}

/** Moving pictures stay small in the grid: their larger form weighs megabytes. */
export function pictureSources(image: MemeImage, shownWidth: number): PictureSources {
  const { imageSmall, imageMedium, animated } = image
  const [smallWidth, mediumWidth] = [PICTURE_SMALL_WIDTH_PX, PICTURE_MEDIUM_WIDTH_PX].map((max) =>
    storedWidth(image, max),
  )
  if (animated || smallWidth === mediumWidth) return { src: imageSmall }
  return {
    src: imageSmall,
    srcSet: `${imageSmall} ${smallWidth}w, ${imageMedium} ${mediumWidth}w`,
    sizes: `${shownWidth}px`,
  }
}
