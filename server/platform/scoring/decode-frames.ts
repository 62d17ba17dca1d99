import { sharp } from '../images/sharp-engine.ts'
import { SCORED_SIDE } from './scorer-protocol.ts'

/** Number of frames to score of an animation, spread evenly from the first to the last. */
export const FRAMES_MAX = 8

/**
 * Decodes frames of a stored picture to RGB on white, stretched to SCORED_SIDE x SCORED_SIDE. Throws if it cannot be decoded.
 * @param picture bytes of a still picture or an animation
 */
export async function decodeFrames(picture: Buffer): Promise<Uint8Array[]> {
  const { pages = 1 } = await sharp(picture).metadata()
  const frames: Uint8Array[] = []
  for (const page of framesToScore(pages)) {
    const raw = await sharp(picture, { page, limitInputPixels: false })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(SCORED_SIDE, SCORED_SIDE, { fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    frames.push(raw.info.channels === 3 ? raw.data : toRgb(raw.data, raw.info.channels))
  }
  return frames
}

/** Returns the indexes of the frames to score, ascending and distinct. */
export function framesToScore(pages: number): number[] {
  const count = Math.min(pages, FRAMES_MAX)
  if (count <= 1) return [0]
  return Array.from({ length: count }, (_, index) => Math.round((index * (pages - 1)) / (count - 1)))
}

function toRgb(gray: Uint8Array, channels: number): Uint8Array {
  const rgb = new Uint8Array((gray.length / channels) * 3)
  for (let index = 0; index * channels < gray.length; index += 1)
    rgb.fill(gray[index * channels] ?? 0, index * 3, index * 3 + 3)
  return rgb
}
