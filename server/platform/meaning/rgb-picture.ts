import { sharp } from '../images/sharp-engine.ts'
import type { RgbPicture } from './meaning-protocol.ts'

/** Decodes a picture (the middle frame of an animation) on a white background. Throws if it cannot be decoded. */
export async function decodeRgb(picture: Buffer): Promise<RgbPicture> {
  const { pages = 1 } = await sharp(picture).metadata()
  const { data, info } = await sharp(picture, { page: Math.floor(pages / 2), limitInputPixels: false })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
