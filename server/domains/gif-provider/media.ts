import { PICTURE_MEDIUM_WIDTH_PX, PICTURE_SMALL_WIDTH_PX, WEBP_MAX_SIDE_PX } from '#contract/limits.ts'
import type { Meme } from '#contract/memes/memes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { fitInside } from '#server/platform/images/encode.ts'
import { mediaKeyOf } from '#server/platform/media-path.ts'
import { isAnimatedGif } from '../sharing/meme-facts.ts'
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

/** Names below a meme's address for the stored files that other addresses show only to members. */
export const STORED_FILES = { original: 'original.gif', webp: 'webp.webp', tinywebp: 'tinywebp.webp' } as const

/**
 * Returns a function that describes the files of these memes.
 * @param sign returns a signature for the addresses of a meme's files; undefined if they need none
 */
export async function mediaOf(
  deps: Pick<Deps, 'config' | 'db' | 'blobs' | 'caches'>,
  memes: readonly Meme[],
  sign?: (memeId: string) => string,
): Promise<MediaOf> {
  const factsOfFile = await factsOf(deps, memes)
  // Paths of files are ASCII, and parsing URLs would take most of the time of a response.
  const addressOf = (path: string) => (path.startsWith('/') ? deps.config.publicUrl + path : path)
  const signed = (id: string, path: string) => (sign ? `${path}?k=${sign(id)}` : path)

  const stored = (
    { _id }: Meme,
    [path, name]: readonly [string, keyof typeof STORED_FILES],
    size: { width: number; height: number },
    { bytes, frames, seconds }: FileFacts,
  ) => ({
    url: addressOf(sign ? signed(_id, `/gif/media/${_id}/${STORED_FILES[name]}`) : path),
    width: size.width,
    height: size.height,
    bytes,
    frames,
    seconds,
  })

  return (meme, kind) => {
    const { _id, image } = meme
    const within = (width: number) => fitInside(image, { width, height: WEBP_MAX_SIDE_PX })
    const facts = (path: string) => factsOfFile(mediaKeyOf(path))
    const { imageOrigin, imageMedium, imageSmall } = image
    if (kind === 'webp') return stored(meme, [imageMedium, kind], within(PICTURE_MEDIUM_WIDTH_PX), facts(imageMedium))
    if (kind === 'tinywebp') return stored(meme, [imageSmall, kind], within(PICTURE_SMALL_WIDTH_PX), facts(imageSmall))
    if (kind === 'gif' && isAnimatedGif(image))
      return stored(meme, [imageOrigin, 'original'], image, facts(imageOrigin))
    const made = kind === 'still' && !image.animated ? 'mediumgif' : kind
    const { frames: all, seconds } = facts(image.imageSmall)
    const { width, height, frames, bytes } = renditionShape(image, made, all)
    return {
      url: addressOf(signed(_id, renditionPath(_id, made))),
      width,
      height,
      bytes,
      frames,
      seconds: frames > 1 ? seconds : 0,
    }
  }
}

/** Returns the name of the stored file behind a name of `STORED_FILES`; undefined if the meme has none. */
export function storedFileOf({ image }: Meme, name: string): string | undefined {
  if (name === STORED_FILES.webp) return mediaKeyOf(image.imageMedium)
  if (name === STORED_FILES.tinywebp) return mediaKeyOf(image.imageSmall)
  return name === STORED_FILES.original && isAnimatedGif(image) ? mediaKeyOf(image.imageOrigin) : undefined
}
