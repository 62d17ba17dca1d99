/** Maximum difference in the ratio of width to height; other pictures are cropped differently or have a bar. */
const RATIO_TOLERANCE = 0.02

/** Tests whether a picture has nearly this ratio of width to height. */
export const hasRatio = ({ width, height }: { width: number; height: number }, ratio: number): boolean =>
  Math.abs(width / height / ratio - 1) <= RATIO_TOLERANCE
