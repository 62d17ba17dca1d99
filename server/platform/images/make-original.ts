import { readFile, rm, writeFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { type Canvas, openCanvas, type PictureHeader } from './canvas.ts'
import { changesColors } from './changes-colors.ts'
import { type Deadline, isTimeout } from './deadline.ts'
import { freeBytes } from './free-bytes.ts'
import { PictureError } from './picture-error.ts'
import { sharp } from './sharp-engine.ts'
import type { PictureType } from './sniff.ts'
import { type StagedFile, type StagedSource, stageFinished, stagingPath } from './staging.ts'
import { stripAvif } from './strip/strip-avif.ts'
import { stripGif } from './strip/strip-gif.ts'
import { stripJpeg, withoutScanEnd } from './strip/strip-jpeg.ts'
import { stripPng } from './strip/strip-png.ts'
import { isLosslessWebp, stripWebp, withoutChunkEnds } from './strip/strip-webp.ts'

/** Formats of originals, by media type. */
export type PictureMime = `image/${PictureType}`

const EXTENSION: Record<PictureType, string> = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif' }

/** Quality for re-encoding: losses must not be visible. */
const REDRAWN_JPEG = { quality: 95, chromaSubsampling: '4:4:4' } as const
const REDRAWN_AVIF = { quality: 80, chromaSubsampling: '4:4:4', effort: 2 } as const
const REDRAWN_WEBP = { quality: 95, effort: 4 } as const
const REDRAWN_LOSSLESS_WEBP = { lossless: true, exact: true, effort: 3 } as const

/** Encoded pixels need their last bytes; if this many can be missing, they held other data. */
const SCAN_END_BYTES = 32
/** In a grayscale JPEG the decoder notices missing data one row of blocks later, so ignore these rows. */
const SCAN_END_GRAY_LINES = 24

interface Original {
  source: StagedSource
  bytes: Buffer
  header: Metadata
  canvas: Canvas
}

/** Returns true if the picture still looks right without its metadata: upright, and in sRGB. */
async function looksRightWithoutMetadata({ header, source }: Original): Promise<boolean> {
  // AVIF stores its rotation as an item property, which is preserved.
  if ((header.orientation ?? 1) > 1 && source.type !== 'avif') return false
  if (header.space === 'cmyk') return false
  return !header.icc || !(await changesColors(header.icc, header.space === 'b-w' || header.space === 'grey16'))
}

async function stripScanned(bytes: Buffer, { height, channels }: Metadata): Promise<Buffer | null> {
  const jpeg = stripJpeg(bytes)
  if (!jpeg) return null
  const grayBytes = channels === 1 ? Math.ceil((jpeg.lastScanBytes / height) * SCAN_END_GRAY_LINES) : 0
  const missing = Math.max(SCAN_END_BYTES, grayBytes)
  if (jpeg.lastScanBytes <= missing) return jpeg.bytes
  return (await isWhole(withoutScanEnd(jpeg, missing), height)) ? null : jpeg.bytes
}

async function stripFramed(bytes: Buffer): Promise<Buffer | null> {
  const bare = stripWebp(bytes)
  for (const still of bare ? withoutChunkEnds(bare, SCAN_END_BYTES) : []) {
    const { height } = await sharp(still, { limitInputPixels: false })
      .metadata()
      .catch(() => ({ height: 0 }))
    if (height > 0 && (await isWhole(still, height))) return null
  }
  return bare
}

/** Returns true if a still picture decodes without a warning. */
const isWhole = (picture: Buffer, height: number): Promise<boolean> =>
  // Reading the last pixel decodes all rows without storing them.
  sharp(picture, { failOn: 'warning', limitInputPixels: false, sequentialRead: true })
    .extract({ left: 0, top: height - 1, width: 1, height: 1 })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )

const STRIP: Record<PictureType, (bytes: Buffer, header: Metadata) => Buffer | null | Promise<Buffer | null>> = {
  jpeg: stripScanned,
  png: stripPng,
  gif: stripGif,
  webp: stripFramed,
  avif: stripAvif,
}

/** Returns the source's encoded pixels without any other data; null if they must be re-encoded. */
async function stripped(original: Original): Promise<Buffer | null> {
  const { source, bytes, canvas, header } = original
  if (!canvas.isClean || !(await looksRightWithoutMetadata(original))) return null
  const bare = await STRIP[source.type](bytes, header)
  if (!bare) return null
  const left = await sharp(bare, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  const isWhole = left?.width === header.width && left.height === header.height && left.pages === header.pages
  const isBare = !left?.exif && !left?.xmp && !left?.iptc && !left?.icc && !left?.comments
  return isWhole && isBare ? bare : null
}

/** Re-encodes the pixels in the source's format, losslessly if it is lossless. */
function redrawn({ source, bytes, header, canvas }: Original): Sharp {
  switch (source.type) {
    case 'jpeg':
      return openCanvas(canvas).jpeg(REDRAWN_JPEG)
    case 'png':
      // The canvas has only 8 bits.
      return header.depth === 'ushort'
        ? sharp(bytes, { autoOrient: true, limitInputPixels: false }).toColourspace('rgb16').png()
        : openCanvas(canvas).png()
    case 'webp':
      return openCanvas(canvas).webp(isLosslessWebp(bytes) ? REDRAWN_LOSSLESS_WEBP : REDRAWN_WEBP)
    case 'avif':
      return openCanvas(canvas).avif(REDRAWN_AVIF)
    case 'gif':
      throw new PictureError('image.undecodable')
  }
}

/**
 * Makes the file that users open, copy and download: the uploaded picture in its own format, without metadata or trailing data.
 * Copies encoded pixels unchanged; re-encodes only pictures with metadata that rotates or recolors them, upright and in sRGB.
 * @throws PictureError `image.tooSlow`, `image.undecodable`; other errors are not the picture's fault
 */
export async function makeOriginal(
  source: StagedSource,
  claim: PictureHeader,
  canvas: Canvas,
  { stagingDir, deadline }: { stagingDir: string; deadline: Deadline },
): Promise<StagedFile> {
  const original = { source, bytes: await readFile(source.path), header: claim.header, canvas }
  const target = await stagingPath(stagingDir, EXTENSION[source.type])
  try {
    const bare = await stripped(original)
    if (bare) await writeFile(target, bare)
    else await redrawn(original).timeout({ seconds: deadline.secondsLeft() }).toFile(target)
    return await stageFinished(target, EXTENSION[source.type], `image/${source.type}` satisfies PictureMime)
  } catch (error) {
    await rm(target, { force: true })
    throw isTimeout(error) ? new PictureError('image.tooSlow', { cause: error }) : error
  } finally {
    freeBytes(original.bytes)
  }
}

/** Returns true if a file is losslessly encoded. */
export async function isLosslessSource(source: StagedSource): Promise<boolean> {
  if (source.type === 'webp') return isLosslessWebp(await readFile(source.path))
  return source.type === 'png' || source.type === 'gif'
}
