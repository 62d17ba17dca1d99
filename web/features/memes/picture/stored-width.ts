import { WEBP_MAX_SIDE_PX } from '#contract/limits.ts'
import type { MemeImage } from '#contract/memes.ts'

/** How wide the stored form of a picture is that may be so wide at most, in pixels. */
export function storedWidth({ width, height }: Pick<MemeImage, 'width' | 'height'>, maxWidth: number): number {
  return Math.max(1, Math.round(width * Math.min(1, maxWidth / width, WEBP_MAX_SIDE_PX / height)))
}
