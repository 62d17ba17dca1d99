import { PICTURE_SMALL_WIDTH_PX, WEBP_MAX_SIDE_PX } from '#contract/limits.ts'
import { fitInside, type Size } from '#server/platform/images/encode.ts'
import type { GifShape } from '#server/platform/images/to-gif.ts'

/** The GIFs that are made of a meme, by the largest width and height in pixels. All are made of its small size. */
export const RENDITIONS = {
  gif: { width: 384, height: 384 },
  mediumgif: { width: 320, height: 320 },
  tinygif: { width: 220, height: 440 },
  nanogif: { width: 180, height: 90 },
  w200: { width: 200, height: 800 },
  h200: { width: 800, height: 200 },
  w100: { width: 100, height: 400 },
  h100: { width: 400, height: 100 },
  /** The first frame of an animation. */
  still: { width: 320, height: 320 },
} as const satisfies Record<string, Size>
export type RenditionKind = keyof typeof RENDITIONS

export const isRenditionKind = (name: string): name is RenditionKind => Object.hasOwn(RENDITIONS, name)

/** Pixels of all frames. Longer animations get smaller, down to this many frames, and then lose frames. */
const ANIMATION_MAX_PIXELS = 1_000_000
const ANIMATION_FRAMES_MIN = 20
/** The parts of a GIF that each frame has take more than its pixels in a tiny picture, so it has at most this many frames. */
const TINY = { pixels: 100, frames: 50 }
/** Palette, header and comment. */
const FIXED_BYTES = 2048
const BYTES_PER_PIXEL = { still: 0.65, animated: 0.45 }

/**
 * Returns the dimensions and the size of a rendition before it exists. Both depend only on the arguments, so that every response
 * states the truth, and every node makes the same file.
 * @param frames of the meme's picture; 1 for a still one
 */
export function renditionShape(picture: Size, kind: RenditionKind, frames: number): GifShape {
  const small = fitInside(picture, { width: PICTURE_SMALL_WIDTH_PX, height: WEBP_MAX_SIDE_PX })
  const size = fitInside(small, RENDITIONS[kind])
  if (frames <= 1 || kind === 'still') return { ...size, frames: 1, bytes: bytesOf(size, 1, BYTES_PER_PIXEL.still) }
  const wanted = size.width * size.height * Math.min(frames, ANIMATION_FRAMES_MIN)
  const scale = Math.min(1, Math.sqrt(ANIMATION_MAX_PIXELS / wanted))
  const fitted = fitInside(size, { width: Math.max(1, size.width * scale), height: Math.max(1, size.height * scale) })
  const pixels = fitted.width * fitted.height
  const most = pixels < TINY.pixels ? TINY.frames : Math.max(1, Math.floor(ANIMATION_MAX_PIXELS / pixels))
  const kept = Math.min(frames, most)
  return { ...fitted, frames: kept, bytes: bytesOf(fitted, kept, BYTES_PER_PIXEL.animated) }
}

const bytesOf = ({ width, height }: Size, frames: number, perPixel: number): number =>
  FIXED_BYTES + Math.ceil(width * height * frames * perPixel)

/** The address of a rendition; the trigger of migration 0402 writes the same, to purge it from caches. */
export const renditionPath = (memeId: string, kind: RenditionKind): string => `/gif/media/${memeId}/${kind}.gif`
