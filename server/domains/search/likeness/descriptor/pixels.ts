import { type Decoded, openPixels, toPixels } from '#server/platform/images/canvas.ts'
import { freeBytes } from '#server/platform/images/free-bytes.ts'
import { sharp } from '#server/platform/images/sharp-engine.ts'

/** Side in pixels of the square that a picture is scaled to before it is measured. */
export const SIDE = 160

/** A picture as luma (0 to 255) and two chroma planes, row by row, SIDE x SIDE. */
export interface Pixels {
  light: Float32Array
  blue: Float32Array
  red: Float32Array
}

/**
 * Reads one frame of a picture (the middle one of an animation), scaled to a square.
 * @param source path or bytes of a picture that sharp reads, or its decoded pixels
 */
export async function readPixels(source: string | Buffer | Decoded): Promise<Pixels> {
  const isDecoded = typeof source === 'object' && 'info' in source
  const decoded = isDecoded ? source : await decode(source)
  const { data: raw, info } = await openPixels(decoded.data, decoded.info)
    .flatten({ background: '#fff' })
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (!isDecoded) freeBytes(decoded.data)
  const [green, blue] = info.channels >= 3 ? [1, 2] : [0, 0]
  const pixels = {
    light: new Float32Array(SIDE * SIDE),
    blue: new Float32Array(SIDE * SIDE),
    red: new Float32Array(SIDE * SIDE),
  }
  for (let index = 0; index < SIDE * SIDE; index += 1) {
    const at = index * info.channels
    const r = raw[at] ?? 0
    const g = raw[at + green] ?? 0
    const b = raw[at + blue] ?? 0
    const light = 0.299 * r + 0.587 * g + 0.114 * b
    pixels.light[index] = light
    pixels.blue[index] = b - light
    pixels.red[index] = r - light
  }
  return pixels
}

/** The decoder must not shrink on load, or a JPEG and the same picture as PNG would get different fingerprints. */
async function decode(source: string | Buffer): Promise<Decoded> {
  const { pages = 1 } = await sharp(source).metadata()
  const frame = sharp(source, { page: Math.floor(pages / 2), limitInputPixels: false })
  return toPixels(frame.flatten({ background: '#fff' }))
}
