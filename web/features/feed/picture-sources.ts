import { PICTURE_MEDIUM_WIDTH_PX, PICTURE_SMALL_WIDTH_PX } from '#contract/limits.ts'
import type { MemeImage } from '#contract/memes.ts'

/** Attributes of an `img`: the forms between which the browser chooses for a tile. */
export interface PictureSources {
  src: string
  srcSet?: string
  sizes?: string
}

/** Moving pictures stay small in the grid: their larger form weighs megabytes. */
export function pictureSources(
  { imageSmall, imageMedium, animated, width }: MemeImage,
  shownWidth: number,
): PictureSources {
  if (animated || width <= PICTURE_SMALL_WIDTH_PX) return { src: imageSmall }
  const mediumWidth = Math.min(width, PICTURE_MEDIUM_WIDTH_PX)
  return {
    src: imageSmall,
    srcSet: `${imageSmall} ${PICTURE_SMALL_WIDTH_PX}w, ${imageMedium} ${mediumWidth}w`,
    sizes: `${shownWidth}px`,
  }
}
