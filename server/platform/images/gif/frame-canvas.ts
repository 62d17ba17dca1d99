import type { Size } from '../encode.ts'
import type { FrameArea } from '../strip/strip-webp.ts'
import { CHANNELS } from './palette.ts'

export interface Patch extends FrameArea {
  /** RGBA, aligned to four bytes. */
  pixels: Uint8Array
}

export const OPAQUE = 255

/**
 * Returns a transparent canvas for the patches of an animation. `isNew` has 1 for each row that painting changed; the caller resets
 * it. Alpha is the highest byte of a pixel: the processors of all supported systems put the lowest byte first.
 */
export function createCanvas({ width, height }: Size) {
  const pixels = new Int32Array(width * height)
  const isNew = new Uint8Array(height).fill(1)
  let cleared: Patch | undefined

  const clear = (patch: Patch): void => {
    for (let y = patch.top; y < patch.top + patch.height; y += 1) {
      const start = y * width + patch.left
      pixels.fill(0, start, start + patch.width)
      isNew[y] = 1
    }
  }

  return {
    pixels,
    isNew,
    paint(patch: Patch): void {
      if (cleared) clear(cleared)
      cleared = patch.clears ? patch : undefined
      const { buffer, byteOffset, length } = patch.pixels
      const source = new Int32Array(buffer, byteOffset, length / CHANNELS)
      for (let y = 0; y < patch.height; y += 1)
        if (paintRow(source, y * patch.width, patch, pixels, (patch.top + y) * width + patch.left))
          isNew[patch.top + y] = 1
    },
  }
}

/** Returns true if it changed a pixel. */
function paintRow(source: Int32Array, from: number, patch: Patch, pixels: Int32Array, to: number): boolean {
  const { width, blends } = patch
  let isChanged = false
  for (let x = 0; x < width; x += 1) {
    const pixel = source[from + x] as number
    const alpha = pixel >>> 24
    if (blends && alpha === 0) continue
    const before = pixels[to + x] as number
    const after = blends && alpha !== OPAQUE ? over(pixel, before) : pixel
    if (after === before) continue
    pixels[to + x] = after
    isChanged = true
  }
  return isChanged
}

/** Blends a visible pixel with the one below it. */
function over(top: number, bottom: number): number {
  const alpha = top >>> 24
  const [upper, lower] = [alpha * OPAQUE, (bottom >>> 24) * (OPAQUE - alpha)]
  const mean = (shift: number) =>
    Math.round((((top >>> shift) & 255) * upper + ((bottom >>> shift) & 255) * lower) / (upper + lower))
  return (Math.round((upper + lower) / OPAQUE) << 24) | (mean(16) << 16) | (mean(8) << 8) | mean(0)
}
