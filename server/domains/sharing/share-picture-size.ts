import { PICTURE_MEDIUM_WIDTH_PX } from '#contract/limits.ts'

/** Chat apps accept pictures up to this side in pixels, and drop larger files. */
export const SHARE_PICTURE_SIDE_PX = 1200
export const SHARE_PICTURE_MAX_BYTES = 300_000

/** Returns the size of a preview picture. It is made from the medium version, so that no preview decodes an original. */
export function shareSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, PICTURE_MEDIUM_WIDTH_PX / width, SHARE_PICTURE_SIDE_PX / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
