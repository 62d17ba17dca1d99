import { sharp } from '../../../../platform/images/sharp-engine.ts'

/** Side in pixels of the square that a picture is scaled to before it is measured. */
export const SIDE = 160

/** A picture as luma (0 to 255) and two chroma planes, row by row, SIDE x SIDE. */
export interface Pixels {
  light: Float32Array
  blue: Float32Array
  red: Float32Array
}

/**
 * Reads one frame of a picture (the middle one of an animation), scaled to a square. The decoder must not shrink on load, or a
 * JPEG and the same picture as PNG would get different fingerprints.
 * @param source path or bytes of a picture that sharp reads
 */
export async function readPixels(source: string | Buffer): Promise<Pixels> {
  const { pages = 1 } = await sharp(source).metadata()
  const decoded = await sharp(source, { page: Math.floor(pages / 2), limitInputPixels: false })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = decoded.info
  const raw = await sharp(decoded.data, { raw: { width, height, channels } })
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const pixels = {
    light: new Float32Array(SIDE * SIDE),
    blue: new Float32Array(SIDE * SIDE),
    red: new Float32Array(SIDE * SIDE),
  }
  for (let index = 0; index < SIDE * SIDE; index += 1) {
    const at = index * channels
    const r = raw[at] ?? 0
    const g = channels >= 3 ? (raw[at + 1] ?? 0) : r
    const b = channels >= 3 ? (raw[at + 2] ?? 0) : r
    const light = 0.299 * r + 0.587 * g + 0.114 * b
    pixels.light[index] = light
    pixels.blue[index] = b - light
    pixels.red[index] = r - light
  }
  return pixels
}
