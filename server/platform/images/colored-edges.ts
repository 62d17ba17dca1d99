import type { OutputInfo } from 'sharp'

/** Difference of a color channel to the brightness, within a block, that is an edge between colors. */
const EDGE_MIN = 60
/** In pixels: every second block in both directions is looked at. */
const STEP = 4

/**
 * Returns the share of the blocks of 2 × 2 pixels in which the color changes, regardless of brightness. Plain chroma subsampling
 * has one color per block. Black or white captions have no such edges.
 * @param data one byte per channel
 */
export function coloredEdges(data: Uint8Array, { width, height, channels }: OutputInfo): number {
  if (channels < 3) return 0
  const line = width * channels
  let blocks = 0
  let edges = 0
  for (let y = 0; y + 1 < height; y += STEP)
    for (let x = 0; x + 1 < width; x += STEP) {
      const at = y * line + x * channels
      let leastBlue = 255
      let mostBlue = -255
      let leastRed = 255
      let mostRed = -255
      for (let nth = 0; nth < 4; nth += 1) {
        const pixel = at + (nth & 1) * channels + (nth >> 1) * line
        const red = data[pixel] ?? 0
        const blue = data[pixel + 2] ?? 0
        const luma = (77 * red + 150 * (data[pixel + 1] ?? 0) + 29 * blue) >> 8
        const blueness = blue - luma
        const redness = red - luma
        if (blueness < leastBlue) leastBlue = blueness
        if (blueness > mostBlue) mostBlue = blueness
        if (redness < leastRed) leastRed = redness
        if (redness > mostRed) mostRed = redness
      }
      blocks += 1
      if (mostBlue - leastBlue > EDGE_MIN || mostRed - leastRed > EDGE_MIN) edges += 1
    }
  return blocks === 0 ? 0 : edges / blocks
}
