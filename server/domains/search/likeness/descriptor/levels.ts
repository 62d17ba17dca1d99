import { type Content, WHOLE } from './content.ts'
import { type Pixels, SIDE } from './pixels.ts'

/** Share of the pixels that may clip above white. */
const CUT_OFF = 0.005
/** Minimum gain: leave nearly bright pictures as they are, since the gain would only shift the white and black thresholds. */
const GAIN_MIN = 1.2
/** Maximum gain, so that a night scene stays dark. */
const GAIN_MAX = 2.2

/**
 * Brightens a picture until its lightest tones become white, so that a darker copy measures like the original. Chroma gets the
 * same gain.
 * @param content the area to measure; bars outside it may be lighter
 */
export function lightened(pixels: Pixels, content: Content = WHOLE): Pixels {
  const gain = Math.min(GAIN_MAX, 255 / Math.max(1, lightestOf(pixels.light, content)))
  if (gain < GAIN_MIN) return pixels
  const light = scaled(pixels.light, gain)
  for (let index = 0; index < light.length; index += 1) if ((light[index] ?? 0) > 255) light[index] = 255
  return { light, blue: scaled(pixels.blue, gain), red: scaled(pixels.red, gain) }
}

/** A loop takes a tenth of the time of `map`. */
function scaled(values: Float32Array, gain: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(values.length)
  for (let index = 0; index < values.length; index += 1) result[index] = (values[index] ?? 0) * gain
  return result
}

/** Returns the tone that a CUT_OFF share of the content's pixels exceeds. */
function lightestOf(light: Float32Array, { top, bottom, left, right }: Content): number {
  const counts = new Uint32Array(256)
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const tone = Math.round(light[y * SIDE + x] ?? 0)
      counts[tone] = (counts[tone] ?? 0) + 1
    }
  }
  let lighter = (bottom - top) * (right - left) * CUT_OFF
  let tone = 255
  while (tone > 0 && (counts[tone] ?? 0) <= lighter) {
    lighter -= counts[tone] ?? 0
    tone -= 1
  }
  return tone
}
