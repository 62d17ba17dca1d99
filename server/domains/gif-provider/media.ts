import { PICTURE_MEDIUM_WIDTH_PX, PICTURE_SMALL_WIDTH_PX, WEBP_MAX_SIDE_PX } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { fitInside } from '#server/platform/images/encode.ts'
import { mediaKeyOf } from '#server/platform/media-path.ts'
import { absolute } from '../sharing/page-head.ts'
import { type FileFacts, factsOf } from './file-facts.ts'
import { type RenditionKind, renditionPath, renditionShape } from './rendition-shape.ts'

/** A file that a response names. All its properties are those of the file behind the address. */
export interface Media {
  url: string
  width: number
  height: number
  /** Duration of one loop in seconds; 0 for a still picture. */
  seconds: number
  frames: number
  bytes: number
}

/** A rendition, or the medium or small size, which are WebP. */
export type MediaKind = RenditionKind | 'webp' | 'tinywebp'
export type MediaOf = (meme: Meme, kind: MediaKind) => Media

/** Returns a function that describes the files of these memes. */
export async function mediaOf(
  deps: Pick<Deps, 'config' | 'db' | 'blobs' | 'caches'>,
  memes: readonly Meme[],
): Promise<MediaOf> {
  const factsOfFile = await factsOf(deps, memes)
  const { publicUrl } = deps.config

  const stored = (path: string, size: { width: number; height: number }, { bytes, frames, seconds }: FileFacts) => ({
    url: absolute(publicUrl, path),
    width: size.width,
    height: size.height,
    bytes,
    frames,
    seconds,
  })

  return ({ _id, image }, kind) => {
    const within = (width: number) => fitInside(image, { width, height: WEBP_MAX_SIDE_PX })
    const facts = (path: string) => factsOfFile(mediaKeyOf(path))
    if (kind === 'webp') return stored(image.imageMedium, within(PICTURE_MEDIUM_WIDTH_PX), facts(image.imageMedium))
    if (kind === 'tinywebp') return stored(image.imageSmall, within(PICTURE_SMALL_WIDTH_PX), facts(image.imageSmall))
    if (kind === 'gif' && image.animated && image.mime === 'image/gif')
      return stored(image.imageOrigin, image, facts(image.imageOrigin))
    const made = kind === 'still' && !image.animated ? 'mediumgif' : kind
    const { frames: all, seconds } = facts(image.imageSmall)
    const { width, height, frames, bytes } = renditionShape(image, made, all)
    return {
      url: absolute(publicUrl, renditionPath(_id, made)),
      width,
      height,
      bytes,
      frames,
      seconds: frames > 1 ? seconds : 0,
    }
  }
}
