import { deflateSync } from 'node:zlib'
import { sharp } from './sharp-engine.ts'
import { pngChunk } from './strip/strip-png.ts'

/** Values per channel; the test picture has all combinations. */
const STEPS = [0, 51, 102, 153, 204, 255]
/** Tolerance for rounding between equivalent profiles. */
const ROUNDING_MAX = 2
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const COLOR_TYPE = { gray: 0, rgb: 2 }

/** Returns a one-row picture with every combination of the steps and the given profile. */
function samplePng(samples: Buffer, pixels: number, colorType: number, icc: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(1, 4)
  header[8] = 8
  header[9] = colorType
  const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(icc, { level: 1 })])
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('iCCP', profile),
    pngChunk('IDAT', deflateSync(Buffer.concat([Buffer.from([0]), samples]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Returns true if removing the color profile changes how a picture looks. False for the many sRGB profiles and for broken ones, which
 * are ignored.
 * @param icc the profile
 * @param isGray whether the profile is for grayscale rather than RGB
 */
export async function changesColors(icc: Buffer, isGray: boolean): Promise<boolean> {
  const colors = isGray
    ? Array.from({ length: 256 }, (_, level) => [level])
    : STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => [red, green, blue])))
  const sample = samplePng(Buffer.from(colors.flat()), colors.length, isGray ? COLOR_TYPE.gray : COLOR_TYPE.rgb, icc)
  const { data, info } = await sharp(sample, { failOn: 'none' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return colors.some((color, at) =>
    color.some((value, channel) => Math.abs((data[at * info.channels + channel] ?? 0) - value) > ROUNDING_MAX),
  )
}
