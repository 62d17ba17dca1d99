import sharp from 'sharp'

/** Red, green and blue of each pixel, row by row. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** Small pictures are enlarged up to twice; none is larger than this many pixels. */
const PIXELS_MAX = 3_600_000
const PIXELS_WANTED = 360_000
const ENLARGE_MAX = 2

/** Decodes one frame of a picture on white; resizes it only if it is tiny or huge. Throws if it cannot be decoded. */
export async function decodePixels(picture: Buffer, frame = 0): Promise<Pixels> {
  const { width, pageHeight, height } = await sharp(picture, { page: frame }).metadata()
  const area = width * (pageHeight ?? height)
  const enlarge = Math.min(ENLARGE_MAX, Math.max(1, Math.sqrt(PIXELS_WANTED / area)))
  const scale = Math.min(enlarge, Math.sqrt(PIXELS_MAX / area))
  const { data, info } = await sharp(picture, { page: frame })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: Math.max(1, Math.round(width * scale)), kernel: 'cubic' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

export async function resizePixels({ data, width, height }: Pixels, to: { width: number; height: number }) {
  const resized = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ ...to, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return { data: resized, ...to } satisfies Pixels
}

/** Halves width and height; each pixel is the mean of four. */
export function halve({ data, width, height }: Pixels): Pixels {
  const half = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) }
  const halved = new Uint8Array(half.width * half.height * 3)
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1) {
      const right = Math.min(2 * x + 1, width - 1)
      const below = Math.min(2 * y + 1, height - 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (row: number, column: number) => data[(row * width + column) * 3 + channel] ?? 0
        halved[(y * half.width + x) * 3 + channel] =
          (at(2 * y, 2 * x) + at(2 * y, right) + at(below, 2 * x) + at(below, right)) >> 2
      }
    }
  }
  return { data: halved, ...half }
}
