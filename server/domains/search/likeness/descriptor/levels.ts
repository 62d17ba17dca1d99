import { type Content, WHOLE } from './content.ts'
import { type Pixels, SIDE } from './pixels.ts'

/** Share of the pixels that may be lighter than white afterwards. */
const CUT_OFF = 0.005
/** Pictures that are hardly darker than others stay as they are: only what counts as white or black would change. */
const GAIN_MIN = 1.2
/** A night stays dark. */
const GAIN_MAX = 2.2

/**
 * A picture as light as others: its lightest tones become white, so that a darker copy measures as the picture itself. Its colours
 * get stronger by as much.
 * @param content whose tones count; the rest is a bar, which may be lighter than all of them
 */
export function lightened(pixels: Pixels, content: Content = WHOLE): Pixels {
  const gain = Math.min(GAIN_MAX, 255 / Math.max(1, lightestOf(pixels.light, content)))
  if (gain < GAIN_MIN) return pixels
  return {
    light: pixels.light.map((value) => Math.min(255, value * gain)),
    blue: pixels.blue.map((value) => value * gain),
    red: pixels.red.map((value) => value * gain),
  }
}

/** The tone that CUT_OFF of the content's pixels are lighter than. */
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
